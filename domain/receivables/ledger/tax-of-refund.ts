import { shareOf } from '#platform/core/money/money.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

interface TaxedOrder {
  id: string
  amountMinor: number
  taxMinor: number
}

/**
 * The tax that a refund or a lost dispute reverses. All reversals of an order together reverse their share of
 * its tax, rounded once. A full reversal leaves no tax.
 */
export const taxOfRefund = async (
  reader: Reader,
  order: TaxedOrder,
  refund: { id: string; amountMinor: number },
): Promise<number> => {
  const others = await refundedBesides(reader, order, refund.id)
  return taxIn(order, others + refund.amountMinor) - taxIn(order, others)
}

/**
 * The part of an order's tax that its payments have captured. The remaining tax is reversed when the remaining
 * claim is cancelled.
 */
export const taxCaptured = (order: TaxedOrder & { capturedMinor: number }): number =>
  taxIn(order, order.capturedMinor)

const taxIn = ({ taxMinor, amountMinor }: TaxedOrder, refundedMinor: number): number =>
  taxMinor === 0 ? 0 : shareOf(Math.min(refundedMinor, amountMinor), taxMinor, amountMinor)

const refundedBesides = async (
  reader: Reader,
  { id, taxMinor }: TaxedOrder,
  refundId: string,
): Promise<number> => {
  if (taxMinor === 0) return 0
  const [row] = await reader.sql<{ others: number }>(OTHERS, [reader.tenantId, id, refundId])
  return row!.others
}

const OTHERS = `
  SELECT coalesce(sum(back.amount_minor), 0)::float8 AS others
  FROM payments p CROSS JOIN LATERAL (
    SELECT r.id, r.amount_minor FROM refunds r
    WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.status <> 'FAILED'
    UNION ALL
    SELECT d.id, d.withheld_minor FROM disputes d
    WHERE d.tenant_id = p.tenant_id AND d.payment_id = p.id AND d.status = 'LOST') back
  WHERE p.tenant_id = $1 AND p.order_id = $2 AND back.id <> $3`
