import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { drawFindings, type Period } from './draw-findings.ts'
import type { ReportKind } from './names.ts'
import { include } from './queries.ts'
import type { ReportRow } from './schemas.ts'

interface NewReport extends Period {
  kind: ReportKind
  providerId: string
  summary: string | null
  recommendations: string | null
  replacesId: string | null
  dueAt: Date | null
}

/** Writes a draft with what the record shows of its period. */
export const writeReport = async (
  tx: Transaction,
  { startsOn, endsOn, ...report }: NewReport,
): Promise<ReportRow> => {
  const id = newId('clinicalReport')
  const period = { childId: report.childId, startsOn, endsOn }
  const row = await tx.db.clinicalReport.create({
    data: {
      ...freshRecord(tx, id),
      ...report,
      startsOn: dateColumn(startsOn),
      endsOn: dateColumn(endsOn),
      findings: jsonObject(await drawFindings(tx, period)),
      status: 'DRAFT',
    },
    include,
  })
  tx.created({ type: 'clinicalReport', id }, row)
  return row
}
