import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isRestricted } from './record.ts'

/** Those of the subjects whose child’s data must not be processed. */
export const restrictedAmong = async (
  reader: Reader,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await reader.sql<{ subjectId: string }>(RESTRICTED, [reader.tenantId, subjectIds])
  return new Set(rows.map(({ subjectId }) => subjectId))
}

const RESTRICTED = `
  SELECT subject_id AS "subjectId" FROM unnest($2::text[]) AS subject_id WHERE ${isRestricted('subject_id')}`
