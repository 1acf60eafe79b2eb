import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { appointmentPaid } from './assert-unpaid.ts'
import { moveOrder } from './move-order.ts'
import { lockServiceOrder, orderHold } from './order-hold.ts'

/** Cancels an appointment's order when its price changes. Refused once the order is paid or being paid. */
export const releaseServiceOrder = async (
  tx: Transaction,
  appointmentId: string,
): Promise<void> => {
  const order = await lockServiceOrder(tx, appointmentId)
  if (!order) return
  const hold = await orderHold(tx, order.id)
  if (hold?.isPaid) throw appointmentPaid(order.id, hold.paymentId)
  if (hold)
    throw new DomainError(
      'payment_in_flight',
      `Order ${order.id} of the appointment is being paid. Wait for the result.`,
      { extra: { orderId: order.id } },
    )
  await moveOrder(tx, order.id, 'cancel')
}
