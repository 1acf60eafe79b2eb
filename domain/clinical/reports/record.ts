import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { COSIGNING_NEEDS, include, loadReport, WRITING_NEEDS } from './queries.ts'
import { toClinicalReport, type ClinicalReport, type ReportRow } from './schemas.ts'

/** How a report is loaded, written and shown by the verbs that change it. */
export const clinicalReportRecord: RecordKind<
  ReportRow,
  Prisma.ClinicalReportUncheckedUpdateInput,
  ClinicalReport
> = {
  type: 'clinicalReport',
  table: 'clinical_reports',
  permission: WRITING_NEEDS,
  load: loadReport,
  update: (tx, id, data) => tx.db.clinicalReport.update({ where: keyOf(tx, id), data, include }),
  show: toClinicalReport,
}

export const cosignedReportRecord = { ...clinicalReportRecord, permission: COSIGNING_NEEDS } as const
