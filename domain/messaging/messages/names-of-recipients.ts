import { can } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The names of clients and providers, as far as the caller may read them. */
export const namesOfRecipients = async (
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await reader.sql<{ id: string; name: string }>(NAMES, [
    reader.tenantId,
    ids,
    can(reader.actor, 'clients:read'),
    can(reader.actor, 'providers:read'),
  ])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const NAMES = `
  SELECT id, name FROM clients WHERE $3 AND tenant_id = $1 AND id = ANY ($2)
  UNION ALL
  SELECT id, name FROM providers WHERE $4 AND tenant_id = $1 AND id = ANY ($2)`
