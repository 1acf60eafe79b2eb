import type { Appointment, Order, Payment as PaymentModel } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { lockOrder } from '#receivables/orders/lock-order.ts'
import { loadPayment, withItsCapture } from './queries.ts'

/** A payment with its order. */
export interface PaymentPart {
  order: Order
  appointment: Appointment | null
  payment: PaymentModel
}

/** Locks a payment and those captured with it, together with their orders, in a fixed order. */
export const lockParts = async (tx: Transaction, id: string): Promise<PaymentPart[]> => {
  const found = await tx.db.payment.findMany({
    where: withItsCapture(tx, await loadPayment(tx, id)),
    select: { id: true, orderId: true },
    orderBy: { orderId: 'asc' },
  })
  const parts: PaymentPart[] = []
  for (const part of found) {
    const locked = (await lockOrder(tx, part.orderId))!
    await lockRecord(tx, 'payments', part.id)
    parts.push({ ...locked, payment: await loadPayment(tx, part.id) })
  }
  return parts
}

/** The part that belongs to this payment. */
export const partOf = (parts: readonly PaymentPart[], paymentId: string): PaymentPart =>
  parts.find(({ payment }) => payment.id === paymentId)!
