import type { Context } from '#platform/core/context.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { transact } from '#platform/core/transaction.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { loadPayment } from '../payments/queries.ts'
import { applyDisputeState } from './apply-dispute-state.ts'
import { loadDispute } from './queries.ts'
import { isKnown } from './rules.ts'
import { toDispute, type Dispute } from './schemas.ts'

/**
 * Records how the gateway says that a dispute stands. Safe to run twice: what is known already changes nothing and
 * tells nobody again, and one that is over stays so.
 */
export const settleDispute = (
  ctx: Context,
  { id, state }: { id: string; state: DisputeState },
): Promise<Dispute> =>
  transact(ctx, ['disputes:write', 'payments:write'], async (tx) => {
    const { paymentId } = await loadDispute(tx, id)
    const { orderId } = await loadPayment(tx, paymentId)
    const { order } = (await lockOrder(tx, orderId))!
    await lockRecord(tx, 'payments', paymentId)
    const before = await loadDispute(tx, id)
    if (before.closedAt !== null || isKnown(before, state, tx.now)) {
      tx.nothingChanged({ type: 'dispute', id })
      return toDispute(before)
    }
    return toDispute(await applyDisputeState(tx, order, before, state))
  })
