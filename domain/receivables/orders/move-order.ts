import { cancellationOf, orderMoves } from './moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import type { Order } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { creditCancelledOrder } from '../invoices/credit-cancelled-order.ts'
import { reviewDunningOfOrder } from '../dunnings/review-dunning.ts'
import { postStep } from '../ledger/post-step.ts'
import { withdrawPackages } from '../session-packages/withdraw-packages.ts'
import { loadOrder } from './queries.ts'
import { withdrawClaim } from './withdraw-claim.ts'

/** Writes the next state of an order, for a verb that has locked it. */
export const moveOrder = async (
  tx: Transaction,
  id: string,
  verb: 'pay' | 'cancel' | 'refund' | 'write-off',
): Promise<Order> => {
  const { lines: _, ...before } = await loadOrder(tx, id)
  const name = verb === 'cancel' ? cancellationOf(before) : verb
  const after = await move(tx, orderMoves, name, before, (status) =>
    tx.db.order.update({ where: keyOf(tx, id), data: { status, ...touched(tx) } }),
  )
  const subject = { type: 'order', id } as const
  tx.changed(subject, before, after)
  if (verb === 'cancel') {
    await withdrawClaim(tx, after)
    await creditCancelledOrder(tx, id)
    return after
  }
  if (verb === 'write-off') {
    const amountMinor = after.amountMinor - after.capturedMinor
    await postStep(tx, { step: 'writeOff', subject, order: after, amountMinor })
  }
  // The rest of its packages is withdrawn together with the claim or the money.
  if (verb !== 'pay') await withdrawPackages(tx, id)
  // A write-off reviews its invoice itself.
  if (verb !== 'write-off') await reviewDunningOfOrder(tx, id)
  return after
}
