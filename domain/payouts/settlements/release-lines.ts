import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { undoReserves } from '../reserves/undo-reserves.ts'

/** Releases the payments of a cancelled settlement, so that they can be settled again. */
export const releaseLines = async (tx: Transaction, settlementId: string): Promise<void> => {
  await tx.db.settlementLine.updateMany({
    where: { tenantId: tx.tenantId, settlementId },
    data: { counts: false, updatedAt: touched(tx).updatedAt },
  })
  await undoReserves(tx, settlementId)
}
