import type { Series as SeriesModel } from '#prisma/generated/client.ts'
import type { Appointment, CancelAppointment } from '../appointments/schemas.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { Booking, EditedMember } from './rules.ts'
import type { OccurrenceAction } from './schemas.ts'

export type Action = (typeof OccurrenceAction)[number]

export interface Occurrence extends Booking {
  id: string
  startsAt: Date | null
  edited: EditedMember[]
  /** The booking's id, which is that of a group if the series consists of groups. */
  appointmentId: string | null
  status: string
  pending: Action | null
  cancellation: Pick<CancelAppointment, 'initiator' | 'reason'> | null
  version: number
}

/** The booking of an occurrence after a change. */
export interface Booked {
  id: string
  startsAt: string
  fee: Appointment['fee']
  /** For a group: the price of each place. */
  amount: number | null
  currency: string | null
}

/** The desired time, if this local time exists. */
export const startOf = ({ startsAt }: Occurrence): Date => {
  if (startsAt) return startsAt
  const message =
    'This local time does not exist on that date because the clocks go forward. Choose another time for the occurrence.'
  throw invalid('startTime', 'local_time_skipped', message)
}

/** The booking of an occurrence, an appointment or a group. */
export const bookingOf = (
  series: SeriesModel,
  { providerId, roomId, locationId, serviceId, durationMinutes, notes }: Booking,
) => ({
  seriesId: series.id,
  locationId,
  providerId,
  ...(roomId && { roomId }),
  ...(serviceId ? { serviceId } : { type: series.type }),
  ...(durationMinutes && { durationMinutes }),
  ...(notes !== null && { notes }),
})
