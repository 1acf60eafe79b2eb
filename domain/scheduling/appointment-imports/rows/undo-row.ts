import { markAppointmentInError } from '../../appointments/mark-appointment-in-error.ts'
import { lockAppointment } from '../../appointments/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { record } from './outcome.ts'
import { type PendingRow, stillPending } from './pending-row.ts'

/** Cancels the appointment of a row, unless somebody has changed it, or its day is locked in the books. */
export const undoRow = async (ctx: Context, row: PendingRow, reason: string): Promise<void> => {
  try {
    await undo(ctx, row, reason)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'period_locked') throw error
    const kept = { id: row.id, result: 'KEPT', code: error.code, detail: error.message } as const
    await transact(ctx, 'appointments:write', async (tx) => {
      if (await stillPending(tx, row, 'UNDO')) record(tx, [kept])
    })
  }
}

const undo = (ctx: Context, row: PendingRow, reason: string): Promise<void> =>
  transact(ctx, 'appointments:write', async (tx) => {
    if (!(await stillPending(tx, row, 'UNDO'))) return
    const appointment = await lockAppointment(tx, row.appointmentId!)
    if (appointment.version > 1) {
      const detail = `The appointment was changed after the import and is now ${appointment.status}.`
      record(tx, [{ id: row.id, result: 'KEPT', code: 'changed_since_import', detail }])
      return
    }
    const withoutFollowUps = appointment.status !== 'CONFIRMED'
    await markAppointmentInError(tx, {
      id: appointment.id,
      reason,
      keepSlotReserved: true,
      withoutFollowUps,
    })
    record(tx, [{ id: row.id, result: 'UNDONE' }])
  })
