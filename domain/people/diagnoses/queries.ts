import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { can } from '#platform/core/access/permissions.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { DiagnosisStatus, MOST_BILLED } from './rules.ts'
import { diagnosisCode, toDiagnosis, type Diagnosis } from './schemas.ts'

export const DiagnosisQuery = listQuery('diagnosis', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  code: diagnosisCode.optional().meta({
    description: 'Returns only diagnoses with this code.',
    example: 'F80.2',
  }),
  status: anyOf(DiagnosisStatus, 'Returns only diagnoses with this status.'),
  ...archivedQuery,
})
export type DiagnosisQuery = z.infer<typeof DiagnosisQuery>

const diagnoses = recordQueries({
  permission: 'diagnoses:read',
  name: 'diagnosis',
  find: ({ db }, selection: Selection<Prisma.DiagnosisWhereInput>) =>
    db.diagnosis.findMany(selection),
  show: each(toDiagnosis),
})

export const loadDiagnosis = diagnoses.load
export const getDiagnosis = diagnoses.get
export const listDiagnoses = diagnoses.list(({ status, ...query }: DiagnosisQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'childId', 'code'),
  ...whereAny<DiagnosisStatus, Prisma.DiagnosisWhereInput>(status, {
    ACTIVE: { resolvedOn: null },
    RESOLVED: { resolvedOn: { not: null } },
  }),
}))

/** The main ones first, then by the time of recording. */
const IN_ORDER = [{ main: 'desc' }, { id: 'asc' }] as const

/** A child's diagnoses for a document; null if the caller may not read diagnoses. */
export const diagnosesOf = async (
  reader: Reader,
  childId: string,
  where: Prisma.DiagnosisWhereInput = {},
): Promise<Diagnosis[] | null> => {
  if (!can(reader.actor, 'diagnoses:read')) return null
  const rows = await reader.db.diagnosis.findMany({
    where: { tenantId: reader.tenantId, childId, ...where },
    orderBy: [...IN_ORDER],
  })
  return rows.map(toDiagnosis)
}

/** The codes of the diagnoses that a child had in a period, as a claim lists them. */
export const codesInPeriod = async (
  reader: Reader,
  childId: string,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): Promise<string[]> => {
  const found = await diagnosesOf(reader, childId, {
    archivedAt: null,
    AND: [
      { OR: [{ onsetOn: null }, { onsetOn: { lte: dateColumn(endsOn) } }] },
      { OR: [{ resolvedOn: null }, { resolvedOn: { gte: dateColumn(startsOn) } }] },
    ],
  })
  return [...new Set((found ?? []).map(({ code }) => code))].slice(0, MOST_BILLED)
}
