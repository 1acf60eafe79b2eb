import { centreSuspended, DomainError } from '../core/errors/errors.ts'
import { isAllowedFrom } from './addresses.ts'
import type { Identity } from './create-identity.ts'
import { hashSecret, matchesHash, newClientSecret } from './secrets.ts'
import { systemSql, type Statement } from './system-sql.ts'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

/** An API key whose secret has been verified. */
export interface AuthenticatedClient {
  tenantId: string
  clientId: string
  scopes: readonly string[]
  /** The limit that the operator set for the centre. */
  tenantRateLimitPerMinute: number | undefined
}

/**
 * Authenticates a client by its secret, or throws `invalid_client`. An unknown client, a wrong secret, a
 * revoked or expired key, and a foreign address all take the same steps and get the same response.
 */
export const authenticateClient = async (
  identity: Identity,
  { clientId, clientSecret }: ClientCredentials,
  { ip }: { ip?: string | undefined },
): Promise<AuthenticatedClient> => {
  const { platform, failures } = identity
  const attempt = { clientId, ip }
  const [history, [key]] = await Promise.all([
    failures.history(attempt),
    systemSql(platform)<KeyRow>(FIND_KEY, [isStorable(clientId) ? clientId : '']),
  ])
  const secretMatches = matchesHash(clientSecret, key?.secretHash ?? NOBODYS_HASH)
  const now = platform.clock.now()
  const accepted =
    key !== undefined &&
    secretMatches &&
    key.revokedAt === null &&
    (key.expiresAt === null || key.expiresAt > now) &&
    isAllowedFrom(key.ipRanges, ip)
  if (!accepted) {
    history.assertOpen()
    await failures.failed(attempt)
    throw invalidClient()
  }
  if (!key.centreActive) throw centreSuspended()
  if (history.ofClient) await failures.succeeded(attempt)
  const { tenantId, scopes, tenantRateLimitPerMinute } = key
  return {
    tenantId,
    clientId,
    scopes,
    tenantRateLimitPerMinute: tenantRateLimitPerMinute ?? undefined,
  }
}

/** The hash to compare if the client is unknown. Nobody has this secret. */
const NOBODYS_HASH = hashSecret(newClientSecret())

/** PostgreSQL text cannot contain NUL. */
const isStorable = (text: string) => !text.includes('\u0000')

const invalidClient = () =>
  new DomainError(
    'invalid_client',
    'The client is unknown, its secret is wrong, or its key is revoked, expired or not allowed from this address. Check the client ID and secret.',
  )

interface KeyRow {
  tenantId: string
  secretHash: string
  scopes: string[]
  ipRanges: string[]
  expiresAt: Date | null
  revokedAt: Date | null
  tenantRateLimitPerMinute: number | null
  centreActive: boolean
}

const FIND_KEY: Statement = {
  name: 'sign_in_key',
  text: `SELECT k.tenant_id AS "tenantId", k.secret_hash AS "secretHash", k.scopes, k.ip_ranges AS "ipRanges",
      k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
      t.rate_limit_per_minute AS "tenantRateLimitPerMinute", COALESCE(t.status = 'ACTIVE', true) AS "centreActive"
    FROM api_keys k LEFT JOIN tenants t USING (tenant_id) WHERE k.id = $1`,
}
