import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changingAppointment } from './changing-appointment.ts'
import { moveWithOutcome } from './move-with-outcome.ts'
import type { AppointmentRef } from './move-appointment.ts'
import type { AppointmentOutcome, RescheduleAppointment } from './schemas.ts'

interface RescheduleInput extends AppointmentRef, RescheduleAppointment {
  /** If true, returns the result without changing anything. */
  dryRun?: boolean
}

/** Reschedules an appointment. It keeps its id and its length, and does not conflict with itself. */
export const rescheduleAppointment = (
  ctx: Context,
  { id, version, dryRun, ...to }: RescheduleInput,
): Promise<AppointmentOutcome> =>
  transact(ctx, 'appointments:write', (tx) =>
    moveWithOutcome(tx, { id, version, dryRun }, changingAppointment(to)),
  )
