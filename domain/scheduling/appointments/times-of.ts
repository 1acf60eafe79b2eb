import { inZone } from '#platform/core/time/time.ts'
import type { AppointmentRow } from './schemas.ts'

/** The times of an appointment, for its events. */
export const timesOf = (row: Pick<AppointmentRow, 'startsAt' | 'endsAt' | 'timeZone'>) => ({
  startsAt: inZone(row.startsAt, row.timeZone),
  endsAt: inZone(row.endsAt, row.timeZone),
})
