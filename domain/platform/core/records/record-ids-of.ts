import type { Reader } from '../transactions/transaction.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'

/** The ids of all records of a child, including the child itself and, if requested, its duplicates. */
export const recordIdsOf = async (
  reader: Reader,
  childIds: readonly string[],
): Promise<string[]> => {
  const rows = await reader.sql<{ id: string }>(RECORD_IDS, [reader.tenantId, childIds])
  return rows.map(({ id }) => id)
}

const RECORD_IDS = Object.entries(PERSON_TABLES)
  .flatMap(([table, { child, hasNoId }]) =>
    child && !hasNoId
      ? [`SELECT t.id FROM ${table} t WHERE t.tenant_id = $1 AND ${child.rows('t')}`]
      : [],
  )
  .join(' UNION ALL ')
