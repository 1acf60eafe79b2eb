import { move } from '#platform/core/records/move-record.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { providerMoves } from './moves.ts'
import { providerRecord } from './record.ts'
import { toProvider } from './schemas.ts'

/**
 * Suspends a provider whose license has expired, within the transaction that expires it. Returns false for a
 * provider who cannot be booked anyway: an applicant, or one who is suspended or archived.
 */
export const lapseProvider = async (
  tx: Transaction,
  { id, note }: { id: string; note: string },
): Promise<boolean> => {
  await lockRecord(tx, 'providers', id)
  const before = await providerRecord.load(tx, id)
  if (before.status !== 'APPROVED' || before.archivedAt) return false
  const row = await move(tx, providerMoves, 'suspend', before, (status) =>
    providerRecord.update(tx, id, {
      status,
      suspendedAt: tx.now,
      suspensionReason: 'LICENSE_EXPIRED',
      statusNote: note,
      ...touched(tx),
    }),
  )
  const [shown, after] = [toProvider(before), toProvider(row)]
  tx.changed({ type: 'provider', id }, before, row, { before: shown, after })
  return true
}
