import { move } from '#platform/core/records/move-record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reportMoves } from './moves.ts'
import { loadReport } from './queries.ts'
import { clinicalReportRecord } from './record.ts'
import type { ReportRow } from './schemas.ts'

/** A signed correction ends the report that it replaces. */
export const replaceReport = async (tx: Transaction, { replacesId }: ReportRow): Promise<void> => {
  if (replacesId === null) return
  const before = await loadReport(tx, replacesId)
  const after = await move(tx, reportMoves, 'replace', before, (status) =>
    clinicalReportRecord.update(tx, before.id, { status, ...touched(tx) }),
  )
  tx.changed({ type: 'clinicalReport', id: before.id }, before, after)
}
