import type { AppointmentRow } from '../appointments/schemas.ts'

/** An appointment that began as a hold. */
export type HeldRow = AppointmentRow & { holdId: string }

/** One that is known to have begun as a hold. Throws for any other. */
export const ofHold = (row: AppointmentRow): HeldRow => {
  const { holdId } = row
  if (holdId === null) throw new Error(`${row.id} did not begin as a hold`)
  return { ...row, holdId }
}
