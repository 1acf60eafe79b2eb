import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { lockParts, partOf } from '../payments/lock-parts.ts'
import { applyDisputeState } from './apply-dispute-state.ts'
import { loadDispute } from './queries.ts'
import { isKnown, sharesOf } from './rules.ts'
import { toDispute, type Dispute } from './schemas.ts'

/**
 * Records the gateway's state of a dispute. Idempotent: a known state changes and announces nothing, and a
 * finished dispute is final.
 */
export const settleDispute = (
  ctx: Context,
  { id, state: whole }: { id: string; state: DisputeState },
): Promise<Dispute> =>
  transact(ctx, ['disputes:write', 'payments:write'], async (tx) => {
    const { paymentId } = await loadDispute(tx, id)
    const parts = await lockParts(tx, paymentId)
    const shares = sharesOf(
      parts.map(({ payment }) => payment),
      whole,
    )
    const own = partOf(parts, paymentId)
    const state = shares[parts.indexOf(own)]!
    const before = await loadDispute(tx, id)
    if (before.closedAt !== null || isKnown(before, state, tx.now)) {
      tx.nothingChanged({ type: 'dispute', id })
      return toDispute(before)
    }
    return toDispute(await applyDisputeState(tx, own.order, before, state))
  })
