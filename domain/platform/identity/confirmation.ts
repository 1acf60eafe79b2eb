import type { Connection } from '../core/connection.ts'
import type { Platform } from '../core/platform.ts'
import type { Confirmable } from '../core/context.ts'
import { translateDatabaseError } from '../core/database-errors.ts'
import type { AccessTokenClaims } from './access-tokens.ts'
import type { TokenState, TokenStates } from './token-states.ts'
import { systemSql } from './system-sql.ts'

/** The key is not what it was a moment ago: authenticate again. */
export class CallerChanged extends Error {
  constructor() {
    super('The API key has been changed')
  }
}

/**
 * Whether a caller is still who it was at its last call. Asked once: together with the first
 * statements of the call's first transaction, or by itself where there is none.
 */
export interface Confirmation extends Confirmable {
  /** Rejects with {@link CallerChanged}. Await it before anything is committed or answered. */
  settle: () => Promise<void>
}

/** Of a caller whose state was read for this very call. */
export const CONFIRMED: Confirmation = {
  askOn: () => undefined,
  settle: () => Promise.resolve(),
}

/** Of a caller who is taken for what it was: `state`. */
export const createConfirmation = (
  platform: Platform,
  states: TokenStates,
  claims: AccessTokenClaims,
  state: TokenState,
): Confirmation => {
  const { tenantId, clientId, jti, grantId } = claims
  const { writtenBy, tenantRateLimitPerMinute } = state
  const values = [tenantId, clientId, jti, grantId, writtenBy, tenantRateLimitPerMinute]
  let answer: Promise<void> | undefined
  const ask = (rows: Promise<{ unchanged: boolean }[]>) => {
    const asked = rows.then(
      ([key]) => {
        if (key?.unchanged) return
        states.forget(claims)
        throw new CallerChanged()
      },
      (error: unknown) => {
        throw translateDatabaseError(error)
      },
    )
    asked.catch(() => undefined)
    return asked
  }
  return {
    askOn: (connection: Connection) => {
      answer ??= ask(connection.sql(IS_UNCHANGED.text, values))
    },
    settle: () => (answer ??= ask(systemSql(platform)(IS_UNCHANGED, values))),
  }
}

/** A revoked grant is listed among the revoked tokens by its own id. */
const IS_UNCHANGED = {
  name: 'token_unchanged',
  text: `SELECT k.xmin = $5::xid AND t.rate_limit_per_minute IS NOT DISTINCT FROM $6 AND NOT EXISTS (SELECT FROM revoked_tokens r
      WHERE r.tenant_id = $1 AND r.id IN ($3, $4)) AS unchanged
    FROM api_keys k LEFT JOIN tenants t USING (tenant_id) WHERE k.tenant_id = $1 AND k.id = $2`,
}
