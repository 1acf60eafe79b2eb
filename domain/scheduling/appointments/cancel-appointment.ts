import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { decideFee, settleFee } from '#payments/cancellation-policies/decide-fee.ts'
import { quoteCancellation } from '#payments/cancellation-policies/quote-cancellation.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { type AppointmentOutcome, type CancelAppointment, Cancellation } from './schemas.ts'
import { moveWithOutcome } from './move-with-outcome.ts'
import { type AppointmentRef, type Move } from './move-appointment.ts'

interface CancelInput extends AppointmentRef, CancelAppointment {
  /** If true, returns the result, including the fee, without changing anything. */
  dryRun?: boolean
}

/**
 * Cancels an appointment, and records who requested it, whether it is late, and the fee. The slot is free
 * immediately. A client who cancels late is charged according to the policy in force.
 */
export const cancelAppointment = (
  ctx: Context,
  { id, version, dryRun, ...input }: CancelInput,
): Promise<AppointmentOutcome> =>
  transact(ctx, 'appointments:write', (tx) => {
    if (input.waiveFee) authorize(tx.actor, 'fee-waivers:write')
    return moveWithOutcome(tx, { id, version, dryRun }, cancelling(input))
  })

/** The move of a cancellation, including its fee. */
export const cancelling = ({ initiator, reason, waiveFee }: CancelAppointment): Move => ({
  verb: 'cancel',
  reason,
  fields: async (before, tx) => {
    const { late, quote } = await quoteCancellation(tx, before, initiator)
    const fee = await decideFee(tx, before, quote, { waived: waiveFee !== undefined })
    return {
      cancellation: { initiator, reason, late } satisfies Cancellation,
      fee,
      feeWaiverReason: fee.decision === 'WAIVED' ? (waiveFee?.reason ?? null) : null,
    }
  },
  effects: async (tx, after) => {
    const fee = fromJson(AppointmentFee, after.fee)
    await settleFee(tx, after, fee, 'CANCELLATION_FEE')
  },
})
