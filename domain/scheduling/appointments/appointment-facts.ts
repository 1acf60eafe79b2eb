import { placeOf } from '#organization/locations/place-facts.ts'
import type { AppointmentRow } from './schemas.ts'
import { timesOf } from './times-of.ts'

/** Members that all events about an appointment have in common. */
export const appointmentFacts = (row: AppointmentRow) => ({
  appointmentId: row.id,
  childId: row.childId,
  providerId: row.providerId,
  ...placeOf(row),
  type: row.type,
  ...timesOf(row),
})

export const appointmentSubject = (row: { id: string }) =>
  ({ type: 'appointment', id: row.id }) as const
