import { orderMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reviewDunningOfOrder } from '../dunnings/review-dunning.ts'
import { loadOrder, withLines } from './queries.ts'
import { toOrder } from './schemas.ts'

/** Adds a capture to a locked order. The last part makes it paid. */
export const recordCapture = async (
  tx: Transaction,
  id: string,
  amountMinor: number,
): Promise<void> => {
  const before = await loadOrder(tx, id)
  assertMove(orderMoves, 'pay', before)
  const capturedMinor = before.capturedMinor + amountMinor
  const write = (status: string) =>
    tx.db.order.update({
      where: keyOf(tx, id),
      data: { capturedMinor, status, ...touched(tx) },
      include: withLines,
    })
  const after = await (capturedMinor === before.amountMinor
    ? move(tx, orderMoves, 'pay', before, write)
    : write(before.status))
  const shown = { before: toOrder(before), after: toOrder(after) }
  tx.changed({ type: 'order', id }, before, after, shown)
  await reviewDunningOfOrder(tx, id)
}
