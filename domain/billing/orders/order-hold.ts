import { lockRecord } from '#platform/core/lock-record.ts'
import type { Reader, Transaction } from '#platform/core/transaction.ts'
import { IN_FLIGHT } from '../payments/rules.ts'

/** The payment that an order cannot be taken back for: it paid the order, or may yet. */
export interface OrderHold {
  paymentId: string
  isPaid: boolean
}

/** What keeps an order that is open or paid from being taken back; `undefined` when nothing does. */
export const orderHold = async (
  reader: Reader,
  orderId: string,
): Promise<OrderHold | undefined> => {
  const payment = await reader.db.payment.findFirst({
    where: { tenantId: reader.tenantId, orderId, status: { in: [...IN_FLIGHT, 'SUCCEEDED'] } },
    select: { id: true, status: true },
  })
  return payment ? { paymentId: payment.id, isPaid: payment.status === 'SUCCEEDED' } : undefined
}

/** The appointment's own order, unless it is over. */
export const findServiceOrder = (reader: Reader, appointmentId: string) =>
  reader.db.order.findFirst({
    where: {
      tenantId: reader.tenantId,
      appointmentId,
      purpose: 'SERVICE',
      status: { in: ['OPEN', 'PAID'] },
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
