import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { idOf } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { REPORT_KINDS, ReportStatus } from './names.ts'
import { toClinicalReport, type ClinicalReport, type ReportRow } from './schemas.ts'

/** Reports show sessions, goals and assessments, so they require the permissions for them. */
const SHOWN = ['sessions:read', 'goals:read', 'assessments:read'] as const
export const READING_NEEDS = ['clinical-reports:read', ...SHOWN] as const
export const WRITING_NEEDS = ['clinical-reports:write', ...SHOWN] as const
export const COSIGNING_NEEDS = ['cosignatures:write', ...READING_NEEDS] as const

export const include = { signatures: { orderBy: { signedAt: 'asc' as const } } }

export const ClinicalReportQuery = listQuery('clinicalReport', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  kind: anyOf(REPORT_KINDS, 'Returns only reports of this kind.'),
  status: anyOf(ReportStatus, 'Returns only reports with this status.'),
  providerId: idOf('provider').optional().meta({ description: 'Therapist who signs.' }),
  supervisorId: idOf('provider').optional().meta({ description: 'Co-signer.' }),
})
export type ClinicalReportQuery = z.infer<typeof ClinicalReportQuery>

const reports = recordQueries({
  permission: READING_NEEDS,
  name: 'clinical report',
  find: ({ db }, selection: Selection<Prisma.ClinicalReportWhereInput>): Promise<ReportRow[]> =>
    db.clinicalReport.findMany({ ...selection, include }),
  show: each(toClinicalReport),
})

export const loadReport = reports.load
export const getClinicalReport = reports.get
export const listClinicalReports = reports.list((query: ClinicalReportQuery) =>
  given(query, 'childId', 'kind', 'status', 'providerId', 'supervisorId'),
)

/** All reports on a child, oldest first. */
export const reportsOf = async (reader: Reader, childId: string): Promise<ClinicalReport[]> => {
  const rows = await reader.db.clinicalReport.findMany({
    where: { tenantId: reader.tenantId, childId },
    include,
    orderBy: { id: 'asc' },
  })
  return rows.map(toClinicalReport)
}
