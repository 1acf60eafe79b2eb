import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Removes the reserves of a cancelled or failed settlement, and takes its releases back. */
export const undoReserves = async (tx: Transaction, settlementId: string): Promise<void> => {
  const where = { tenantId: tx.tenantId, settlementId, counts: true }
  const { updatedAt } = touched(tx)
  await tx.db.reserve.updateMany({ where, data: { counts: false, ...touched(tx) } })
  await tx.db.reserveRelease.updateMany({ where, data: { counts: false, updatedAt } })
}
