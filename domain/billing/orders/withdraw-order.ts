import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import type { Reader, Transaction } from '#platform/core/transaction.ts'
import { loadOrder } from './queries.ts'
import { orderStatusAfter } from './rules.ts'

/** The states of an order in which nothing can take it back: it is paid, or a payment is under way. */
export type OrderHold = 'paid' | 'payment-in-flight'

/** What keeps an order from being taken back; `undefined` when nothing does. */
export const orderHold = async (
  reader: Reader,
  orderId: string,
): Promise<OrderHold | undefined> => {
  const payment = await reader.db.payment.findFirst({
    where: { tenantId: reader.tenantId, orderId, status: { in: ['PROCESSING', 'SUCCEEDED'] } },
    select: { status: true },
  })
  if (!payment) return undefined
  return payment.status === 'SUCCEEDED' ? 'paid' : 'payment-in-flight'
}

/** Cancels an open order on behalf of what it was for. Lock it and ask for its hold first. */
export const withdrawOrder = async (tx: Transaction, id: string): Promise<void> => {
  const before = await loadOrder(tx, id)
  const after = await tx.db.order.update({
    where: keyOf(tx, id),
    data: { status: orderStatusAfter('cancel', before.status), ...touched(tx) },
  })
  const { lines: _, ...from } = before
  tx.changed({ type: 'order', id }, from, after)
}

/** The appointment's own order, unless it was cancelled. */
export const findServiceOrder = (reader: Reader, appointmentId: string) =>
  reader.db.order.findFirst({
    where: {
      tenantId: reader.tenantId,
      appointmentId,
      purpose: 'SERVICE',
      status: { not: 'CANCELLED' },
    },
    select: { id: true },
  })

/** …locked. */
export const lockServiceOrder = async (tx: Transaction, appointmentId: string) => {
  const order = await findServiceOrder(tx, appointmentId)
  if (!order) return undefined
  await lockRecord(tx, 'orders', order.id)
  return order
}
