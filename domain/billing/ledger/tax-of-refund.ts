import { shareOf } from '#platform/core/money.ts'
import type { Reader } from '#platform/core/transaction.ts'

interface TaxedOrder {
  id: string
  amountMinor: number
  taxMinor: number
}

/**
 * How much tax a refund takes back: so much that all refunds of the order together take back their share of its
 * tax, rounded once. When everything is refunded, no tax is left.
 */
export const taxOfRefund = async (
  reader: Reader,
  order: TaxedOrder,
  refund: { id: string; amountMinor: number },
): Promise<number> => {
  if (order.taxMinor === 0) return 0
  const [row] = await reader.sql<{ others: number }>(OTHERS, [reader.tenantId, order.id, refund.id])
  const taxOf = (refunded: number) => shareOf(refunded, order.taxMinor, order.amountMinor)
  const { others } = row!
  return taxOf(others + refund.amountMinor) - taxOf(others)
}

const OTHERS = `
  SELECT coalesce(sum(r.amount_minor), 0)::float8 AS others
  FROM payments p JOIN refunds r ON r.tenant_id = p.tenant_id AND r.payment_id = p.id
  WHERE p.tenant_id = $1 AND p.order_id = $2 AND r.status <> 'FAILED' AND r.id <> $3`
