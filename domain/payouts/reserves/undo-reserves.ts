import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** For a cancelled or failed settlement: removes its reserves and holds its releases again. */
export const undoReserves = async (tx: Transaction, settlementId: string): Promise<void> => {
  const where = { tenantId: tx.tenantId, settlementId, counts: true }
  const { updatedAt } = touched(tx)
  await tx.db.reserve.updateMany({ where, data: { counts: false, ...touched(tx) } })
  await tx.db.reserveRelease.updateMany({ where, data: { counts: false, updatedAt } })
}
