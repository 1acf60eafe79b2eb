import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Names of recorded payers. Clients are identified only by id. */
export const loadPayerNames = async (
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  if (ids.length === 0) return new Map()
  const rows = await reader.sql<{ id: string; name: string | null }>(NAMES, [reader.tenantId, ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const NAMES = 'SELECT id, name FROM payers WHERE tenant_id = $1 AND id = ANY ($2::text[])'
