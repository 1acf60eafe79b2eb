import type { Platform } from '../core/context/platform.ts'
import type { AccessTokenClaims } from './access-tokens.ts'
import { BoundedMap } from '../core/context/bounded-map.ts'
import { systemSql, type Sql, type Statement } from './system-sql.ts'

/** The current state of a key, and whether the token is revoked. */
export interface TokenState {
  /** The transaction that wrote the key's row. It identifies any change. */
  writtenBy: string
  scopes: string[]
  resources: string[]
  methods: string[]
  ipRanges: string[]
  providerId: string | null
  rateLimitPerMinute: number | null
  tenantRateLimitPerMinute: number | null
  centreActive: boolean
  expiresAt: Date | null
  revokedAt: Date | null
  tokenRevoked: boolean
}

type TokenRef = Pick<AccessTokenClaims, 'jti' | 'clientId' | 'tenantId' | 'grantId'>

/** Maximum number of cached token states. */
const MAX_KNOWN = 10_000

/**
 * The states of tokens, cached. A revocation takes effect immediately in all processes, because cached state
 * counts only after the database has confirmed it (confirmation.ts).
 */
export class TokenStates {
  readonly #sql: Sql
  readonly #known = new BoundedMap<TokenState>(MAX_KNOWN)

  constructor(platform: Platform) {
    this.#sql = systemSql(platform)
  }

  /** The cached state of a token. */
  known({ jti }: TokenRef): TokenState | undefined {
    return this.#known.get(jti)
  }

  forget({ jti }: TokenRef): void {
    this.#known.delete(jti)
  }

  /** The current state; `undefined` if the key is unknown. */
  async find({ jti, clientId, tenantId, grantId }: TokenRef): Promise<TokenState | undefined> {
    const [state] = await this.#sql<TokenState>(FIND, [jti, clientId, tenantId, grantId])
    if (state) this.#known.set(jti, state)
    else this.#known.delete(jti)
    return state
  }
}

/** A revoked grant is listed among the revoked tokens by its own id. */
const FIND: Statement = {
  name: 'token_state',
  text: `SELECT k.xmin::text AS "writtenBy", k.scopes, k.resources, k.methods, k.ip_ranges AS "ipRanges",
      k.provider_id AS "providerId", k.rate_limit_per_minute AS "rateLimitPerMinute",
      t.rate_limit_per_minute AS "tenantRateLimitPerMinute", COALESCE(t.status = 'ACTIVE', true) AS "centreActive", k.expires_at AS "expiresAt",
      k.revoked_at AS "revokedAt", EXISTS (SELECT FROM revoked_tokens r
        WHERE r.tenant_id = k.tenant_id AND r.id IN ($1, $4)) AS "tokenRevoked"
    FROM api_keys k LEFT JOIN tenants t USING (tenant_id) WHERE k.tenant_id = $3 AND k.id = $2`,
}
