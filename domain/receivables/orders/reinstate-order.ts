import type { Order } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reviewDunningOfOrder } from '../dunnings/review-dunning.ts'
import { loadOrder } from './queries.ts'
import type { OrderStatus } from './rules.ts'

/** Makes an order paid again whose refund bounced, unless its appointment has a newer order. */
export const reinstateOrder = async (
  tx: Transaction,
  { id, status, appointmentId, purpose }: Order,
): Promise<void> => {
  if (status !== 'REFUNDED') return
  const isOfService = purpose === 'SERVICE'
  const another =
    appointmentId &&
    (await tx.db.order.findFirst({
      where: {
        tenantId: tx.tenantId,
        appointmentId,
        purpose: isOfService ? purpose : { not: 'SERVICE' },
        status: { notIn: ['REFUNDED', 'CANCELLED'] },
      },
      select: { id: true },
    }))
  if (another) return
  const { lines: _, ...before } = await loadOrder(tx, id)
  const after = await tx.db.order.update({
    where: keyOf(tx, id),
    data: { status: 'PAID' satisfies OrderStatus, ...touched(tx) },
  })
  tx.changed({ type: 'order', id }, before, after)
  await reviewDunningOfOrder(tx, id)
}
