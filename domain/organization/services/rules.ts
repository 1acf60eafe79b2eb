import { AppointmentType } from './appointment-type.ts'

/** The length of an appointment for which neither the service nor the caller gives one. */
const DEFAULT_DURATION_MINUTES = 60

/** Maximum buffer before or after an appointment. It blocks the provider and the room, but not the child. */
export const LONGEST_BUFFER_MINUTES = 240

/** What a service requires of bookings with one provider. Null means no requirement. */
export interface ServiceRules {
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** A start must be a multiple of this many minutes in local time. */
  startEveryMinutes: number | null
  leadTimeMinutes: number
  horizonDays: number | null
  /** Maximum number of appointments for the service per provider and local day. */
  dailyCap: number | null
}

/** The values that a booking takes from its service by default. */
export interface Offer extends ServiceRules {
  requiresConfirmation: boolean
  amountMinor: number | null
}

/** The type of appointment that a service has by default. */
export const typeOfService = ({
  code,
  capacity,
}: {
  code: string
  capacity: number
}): AppointmentType =>
  AppointmentType.find((type) => type === code) ??
  (capacity > 1 ? 'GROUP_SESSION' : 'THERAPY_SESSION')

/** The values for an appointment without a service. */
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

/** A service as one provider offers it at one location: the provider's values take precedence. */
export const offerOf = (
  service: Offer,
  own: (Partial<Omit<Offer, 'amountMinor'>> & { amount?: number }) | null | undefined,
  price: { amount: number } | null | undefined,
): Offer => {
  const { amount, ...figures } = own ?? {}
  return { ...service, ...figures, amountMinor: amount ?? price?.amount ?? service.amountMinor }
}

/** Whether a provider may perform a service. An empty list allows everybody. */
export const mayPerform = (providerIds: readonly string[], providerId: string): boolean =>
  providerIds.length === 0 || providerIds.includes(providerId)
