import type { Platform } from '../core/platform.ts'
import type { AccessTokenClaims } from './access-token.ts'
import { BoundedMap } from './bounded-map.ts'
import { systemSql, type Statement } from './system-sql.ts'

/** A key as it is now, with whether the token that was shown has been revoked. */
export interface TokenState {
  jti: string
  scopes: string[]
  resources: string[]
  methods: string[]
  ipRanges: string[]
  providerId: string | null
  rateLimitPerMinute: number | null
  expiresAt: Date | null
  revokedAt: Date | null
  tokenRevoked: boolean
}

type TokenRef = Pick<AccessTokenClaims, 'jti' | 'clientId' | 'tenantId' | 'grantId'>

/** Tokens whose last known state is kept. */
const MAX_KNOWN = 10_000
/** Tokens looked up in one query at the most. */
const MAX_BATCH = 200

/**
 * Asks the database about every token of every call, so that a revocation holds at once and in all
 * processes. Calls that arrive in the same turn of the event loop share one query.
 */
export class TokenStates {
  readonly #platform: Platform
  readonly #known = new BoundedMap<TokenState>(MAX_KNOWN)
  #waiting = new Map<string, Lookup>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** How a token stood when it was last asked about. */
  known(token: TokenRef): TokenState | undefined {
    return this.#known.get(token.jti)
  }

  /** How it stands now. `undefined`: there is no such key. */
  find(token: TokenRef): Promise<TokenState | undefined> {
    const waiting = this.#waiting.get(token.jti)
    if (waiting) return waiting.promise
    const lookup = { token, ...Promise.withResolvers<TokenState | undefined>() }
    if (this.#waiting.size === 0) setImmediate(() => void this.#send())
    this.#waiting.set(token.jti, lookup)
    if (this.#waiting.size >= MAX_BATCH) void this.#send()
    return lookup.promise
  }

  async #send(): Promise<void> {
    const lookups = [...this.#waiting.values()]
    this.#waiting = new Map()
    if (lookups.length === 0) return
    try {
      const rows = await this.#read(lookups.map(({ token }) => token))
      const states = new Map(rows.map((row) => [row.jti, row]))
      for (const { token, resolve } of lookups) {
        const state = states.get(token.jti)
        if (state) this.#known.set(token.jti, state)
        else this.#known.delete(token.jti)
        resolve(state)
      }
    } catch (error) {
      for (const { reject } of lookups) reject(error)
    }
  }

  #read(tokens: TokenRef[]): Promise<TokenState[]> {
    const sql = systemSql(this.#platform)
    const [only, ...others] = tokens
    if (only && others.length === 0)
      return sql(ONE, [only.jti, only.clientId, only.tenantId, only.grantId])
    return sql(MANY, [
      tokens.map(({ jti }) => jti),
      tokens.map(({ clientId }) => clientId),
      tokens.map(({ tenantId }) => tenantId),
      tokens.map(({ grantId }) => grantId),
    ])
  }
}

interface Lookup extends PromiseWithResolvers<TokenState | undefined> {
  token: TokenRef
}

/** A revoked grant stands among the revoked tokens by its own id. */
const statesOf = (shown: string) => `SELECT shown.jti, k.scopes, k.resources, k.methods,
    k.ip_ranges AS "ipRanges", k.provider_id AS "providerId", k.rate_limit_per_minute AS "rateLimitPerMinute",
    k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", EXISTS (SELECT FROM revoked_tokens r
      WHERE r.tenant_id = shown.tenant_id AND r.id IN (shown.jti, shown.grant_id)) AS "tokenRevoked"
  FROM ${shown} AS shown (jti, client_id, tenant_id, grant_id)
  JOIN api_keys k ON k.tenant_id = shown.tenant_id AND k.id = shown.client_id`

/** Apart from MANY because PostgreSQL plans it once, not at every call. */
const ONE: Statement = {
  name: 'token_state',
  text: statesOf('(VALUES ($1::text, $2::text, $3::text, $4::text))'),
}

const MANY: Statement = {
  name: 'token_states',
  text: statesOf('unnest($1::text[], $2::text[], $3::text[], $4::text[])'),
}
