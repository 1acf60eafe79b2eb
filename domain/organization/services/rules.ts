import { AppointmentType } from './appointment-type.ts'

/** Length of an appointment for which neither the service nor the caller says one. */
const DEFAULT_DURATION_MINUTES = 60

/** A buffer before or after an appointment takes the provider and the room, not the child, and is at most this long. */
export const LONGEST_BUFFER_MINUTES = 240

/** What a service asks for, as one provider performs it. Null asks for nothing. */
export interface ServiceRules {
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** Minutes of the local clock that a start must be a multiple of. */
  startEveryMinutes: number | null
  leadTimeMinutes: number
  horizonDays: number | null
  /** Appointments of the service that the provider takes in a local day. */
  dailyCap: number | null
}

/** What a booking of a service takes from it, before anything is overridden. */
export interface Offer extends ServiceRules {
  requiresConfirmation: boolean
  amountMinor: number | null
}

/** What a service is booked as, where the centre does not say. */
export const typeOfService = ({
  code,
  capacity,
}: {
  code: string
  capacity: number
}): AppointmentType =>
  AppointmentType.find((type) => type === code) ??
  (capacity > 1 ? 'GROUP_SESSION' : 'THERAPY_SESSION')

/** What an appointment without a service asks for. */
export const WITHOUT_SERVICE: Offer = {
  durationMinutes: DEFAULT_DURATION_MINUTES,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  startEveryMinutes: null,
  leadTimeMinutes: 0,
  horizonDays: null,
  dailyCap: null,
  requiresConfirmation: false,
  amountMinor: null,
}

/** A service as one provider performs it at one location: the provider's own figures go first. */
export const offerOf = (
  service: Offer,
  own: (Partial<Omit<Offer, 'amountMinor'>> & { amount?: number }) | null | undefined,
  price: { amount: number } | null | undefined,
): Offer => {
  const { amount, ...figures } = own ?? {}
  return { ...service, ...figures, amountMinor: amount ?? price?.amount ?? service.amountMinor }
}

/** Whether a provider may perform a service; an empty list is everybody. */
export const mayPerform = (providerIds: readonly string[], providerId: string): boolean =>
  providerIds.length === 0 || providerIds.includes(providerId)
