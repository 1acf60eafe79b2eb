import type { Reader } from '../transactions/transaction.ts'

interface KeyOrigin {
  id: string
  origin: string
  boundTo: string | null
  providerId: string | null
}

/** Who created each API key, directly or through other keys: a user, or the operator. */
export const keyOrigins = async (
  reader: Pick<Reader, 'sql' | 'tenantId' | 'asCentre'>,
  keys: readonly (string | null)[],
): Promise<KeyOrigin[]> =>
  keys.length === 0
    ? []
    : reader.asCentre(() => reader.sql<KeyOrigin>(ORIGINS, [reader.tenantId, keys]))

const ORIGINS = `WITH RECURSIVE made AS (
    SELECT id, created_by AS origin, provider_id AS bound_to FROM api_keys WHERE tenant_id = $1 AND id = ANY ($2)
    UNION
    SELECT m.id, k.created_by, m.bound_to FROM made m JOIN api_keys k ON k.tenant_id = $1 AND k.id = m.origin
  )
  SELECT m.id, m.origin, m.bound_to AS "boundTo", u.provider_id AS "providerId"
  FROM made m LEFT JOIN users u ON u.tenant_id = $1 AND u.id = m.origin
  WHERE NOT EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = $1 AND k.id = m.origin)`
