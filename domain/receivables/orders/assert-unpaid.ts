import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { findServiceOrder, orderHold } from './order-hold.ts'

/** Refuses to change an appointment whose session is paid. */
export const assertUnpaid = async (reader: Reader, appointmentId: string): Promise<void> => {
  const order = await findServiceOrder(reader, appointmentId)
  const hold = order && (await orderHold(reader, order.id))
  if (hold?.isPaid) throw appointmentPaid(order!.id, hold.paymentId)
}

export const appointmentPaid = (orderId: string, paymentId: string) =>
  new DomainError(
    'appointment_paid',
    `Payment ${paymentId} covers the appointment, so the appointment cannot change. Refund the whole payment first: POST /v1/payments/${paymentId}/refunds.`,
    { extra: { orderId, paymentId } },
  )
