import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { openDispute } from './open-dispute.ts'
import { toDispute, type Dispute } from './schemas.ts'

/** Records a dispute reported by a gateway that sends no events. Idempotent. */
export const recordDispute = (
  ctx: Context,
  { paymentId, state }: { paymentId: string; state: DisputeState },
): Promise<Dispute> =>
  transact(ctx, ['disputes:write', 'payments:write'], async (tx) => {
    const dispute = await openDispute(tx, paymentId, state)
    tx.did({ type: 'dispute', id: dispute.id }, { reference: state.reference })
    return toDispute(dispute)
  })
