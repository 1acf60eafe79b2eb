import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** The settlement is off: it has kept nothing back, and what it was to release is held again. */
export const undoReserves = async (tx: Transaction, settlementId: string): Promise<void> => {
  const where = { tenantId: tx.tenantId, settlementId, counts: true }
  const { updatedAt } = touched(tx)
  await tx.db.reserve.updateMany({ where, data: { counts: false, ...touched(tx) } })
  await tx.db.reserveRelease.updateMany({ where, data: { counts: false, updatedAt } })
}
