import { DomainError } from '#platform/core/errors.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { orderIsPaid } from './assert-unpaid.ts'
import { lockServiceOrder, orderHold, withdrawOrder } from './withdraw-order.ts'

/** Cancels the order of an appointment whose price changes. Refused once it is paid, or is being paid. */
export const releaseServiceOrder = async (
  tx: Transaction,
  appointmentId: string,
): Promise<void> => {
  const order = await lockServiceOrder(tx, appointmentId)
  if (!order) return
  const hold = await orderHold(tx, order.id)
  if (hold === 'paid') throw orderIsPaid(order.id)
  if (hold)
    throw new DomainError(
      'payment_in_flight',
      `The appointment's order ${order.id} is being paid. Wait for the result.`,
      { extra: { orderId: order.id } },
    )
  await withdrawOrder(tx, order.id)
}
