import { can, type Permission } from '#platform/core/access/permissions.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The permission to read the names of each kind of record. */
const READ_BY: Readonly<Record<string, Permission>> = {
  child: 'children:read',
  client: 'clients:read',
  provider: 'providers:read',
  user: 'users:read',
  apiKey: 'api-keys:read',
}

/** The names of children, clients, providers, users and API keys that the caller may read, by id. */
export const namesIn = async (
  reader: Reader,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const readable = [...new Set(ids)].filter((id) => {
    const needed = id === null ? undefined : READ_BY[subjectOf(id)?.type ?? '']
    return needed !== undefined && can(reader.actor, needed)
  })
  if (readable.length === 0) return new Map()
  const found = await reader.sql<{ id: string; name: string }>(NAMES, [reader.tenantId, readable])
  return new Map(found.map(({ id, name }) => [id, name]))
}

const NAMES = `
  SELECT id, concat_ws(' ', first_name, last_name) AS name FROM children WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM clients WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM providers WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM users WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM api_keys WHERE tenant_id = $1 AND id = ANY ($2)`
