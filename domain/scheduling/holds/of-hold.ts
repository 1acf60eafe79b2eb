import type { AppointmentRow } from '../appointments/schemas.ts'

/** An appointment that began as a hold. */
export type HeldRow = AppointmentRow & { holdId: string }

/** Narrows the type to an appointment that began as a hold. Throws otherwise. */
export const ofHold = (row: AppointmentRow): HeldRow => {
  const { holdId } = row
  if (holdId === null) throw new Error(`${row.id} did not start as a hold`)
  return { ...row, holdId }
}
