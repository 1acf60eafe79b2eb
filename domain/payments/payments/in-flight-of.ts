import type { Reader } from '#platform/core/transactions/transaction.ts'
import { IN_FLIGHT } from '#receivables/orders/rules.ts'

/** The amount of a locked order that payments in flight may still capture. */
export const inFlightOf = async ({ db, tenantId }: Reader, orderId: string): Promise<number> => {
  const { _sum } = await db.payment.aggregate({
    where: { tenantId, orderId, status: { in: [...IN_FLIGHT] } },
    _sum: { amountMinor: true },
  })
  return _sum.amountMinor ?? 0
}
