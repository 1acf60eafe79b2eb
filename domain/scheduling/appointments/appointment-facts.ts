import { placeOf } from '#organization/locations/place-facts.ts'
import type { AppointmentRow } from './schemas.ts'
import { timesOf } from './times-of.ts'

/** Common members of the events about an appointment. */
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
