import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { IN_FLIGHT } from './rules.ts'

/** The payment because of which an order cannot be cancelled: it is captured, or it may still succeed. */
export interface OrderHold {
  paymentId: string
  isPaid: boolean
}

/** The payment because of which an open or paid order cannot be cancelled; `undefined` if there is none. */
export const orderHold = async (
  reader: Reader,
  orderId: string,
): Promise<OrderHold | undefined> => {
  const [hold] = await reader.sql<OrderHold>(HOLD, [reader.tenantId, orderId, IN_FLIGHT])
  return hold
}

// The centre has the family's money until it is fully refunded.
const HOLD = `
  SELECT p.id AS "paymentId", p.status = 'SUCCEEDED' AS "isPaid" FROM payments p
  WHERE p.tenant_id = $1 AND p.order_id = $2 AND (p.status = ANY ($3::text[])
    OR p.status = 'SUCCEEDED' AND (p.refunded_minor + p.charged_back_minor < p.amount_minor OR EXISTS (SELECT FROM refunds r
      WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.status = 'PROCESSING')))
  ORDER BY p.status DESC LIMIT 1`

/** The amount of an order's payments that are not refunded, including those in flight. */
export const paidOf = async (reader: Reader, orderId: string): Promise<number> => {
  const [row] = await reader.sql<{ paid: number }>(PAID, [reader.tenantId, orderId, IN_FLIGHT])
  return row!.paid
}

const PAID = `
  SELECT coalesce(sum(CASE WHEN p.status = 'SUCCEEDED' THEN p.amount_minor - p.refunded_minor - p.charged_back_minor
    ELSE p.amount_minor END), 0)::integer AS paid FROM payments p
  WHERE p.tenant_id = $1 AND p.order_id = $2 AND (p.status = ANY ($3::text[]) OR p.status = 'SUCCEEDED')`

/** The appointment's own order, unless it has ended. */
export const findServiceOrder = (reader: Reader, appointmentId: string) =>
  reader.db.order.findFirst({
    where: {
      tenantId: reader.tenantId,
      appointmentId,
      purpose: 'SERVICE',
      status: { in: ['OPEN', 'PAID'] },
    },
    select: { id: true, currency: true },
  })

/** …locked. */
export const lockServiceOrder = async (tx: Transaction, appointmentId: string) => {
  const order = await findServiceOrder(tx, appointmentId)
  if (!order) return undefined
  await lockRecord(tx, 'orders', order.id)
  return order
}
