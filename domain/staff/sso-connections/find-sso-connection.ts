import { notFound } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { Assurance, ProviderClient } from '#providers/oidc/index.ts'
import { openClientSecret } from './seal-client-secret.ts'

/** An active connection, with the data for the redirect and the return. */
export interface UsableConnection {
  tenantId: string
  id: string
  version: number
  /** The centre's name. */
  centre: string
  client: ProviderClient
  scopes: string[]
  assurance: Assurance
}

/** Finds an active connection in any centre. */
export const findSsoConnection = async (
  platform: Platform,
  id: string,
): Promise<UsableConnection> => {
  const [row] = await systemSql(platform)<ConnectionRow>(FIND, [id])
  if (!row) throw notFound('single sign-on connection')
  const { tenantId, version, centre, issuer, clientId, sealedClientSecret, scopes, ...assurance } =
    row
  const clientSecret = openClientSecret(platform.cipher, id, sealedClientSecret)
  const client = { issuer, clientId, clientSecret }
  return { tenantId, id, version, centre, client, scopes, assurance }
}

interface ConnectionRow extends Assurance {
  tenantId: string
  version: number
  centre: string
  issuer: string
  clientId: string
  sealedClientSecret: string
  scopes: string[]
}

const FIND = {
  name: 'find_sso_connection',
  text: `SELECT tenant_id AS "tenantId", c.version, t.name AS centre, issuer, client_id AS "clientId", sealed_client_secret AS "sealedClientSecret",
      scopes, acr_values AS "acrValues", max_age_seconds AS "maxAgeSeconds"
    FROM sso_connections c JOIN tenants t USING (tenant_id) WHERE c.id = $1 AND c.archived_at IS NULL`,
}
