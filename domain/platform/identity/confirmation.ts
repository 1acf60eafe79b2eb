import type { Connection } from '../core/sql/connection.ts'
import type { Platform } from '../core/context/platform.ts'
import type { Confirmable } from '../core/context/context.ts'
import { translateDatabaseError } from '../core/errors/database-errors.ts'
import type { AccessTokenClaims } from './access-tokens.ts'
import type { SessionState } from './sessions.ts'
import type { TokenState } from './token-states.ts'
import { systemSql, type Statement } from './system-sql.ts'

/** The caller has changed and must be authenticated again. */
export class CallerChanged extends Error {
  constructor() {
    super('The caller has been changed')
  }
}

/**
 * Confirms that a caller is unchanged since its last call. It is checked once: with the first statements of the
 * first transaction, or separately if there is none.
 */
export interface Confirmation extends Confirmable {
  /** Rejects with {@link CallerChanged}. Await it before you commit or respond. */
  settle: () => Promise<void>
}

/** The confirmation for a caller whose state was read for this call. */
export const CONFIRMED: Confirmation = {
  askOn: () => undefined,
  settle: () => Promise.resolve(),
}

interface Question {
  statement: Statement
  values: unknown[]
  /** Drops the cached caller if it is refused. */
  forget: () => void
}

/** Creates the confirmation for a cached caller. */
export const createConfirmation = (
  platform: Platform,
  { statement, values, forget }: Question,
): Confirmation => {
  let answer: Promise<void> | undefined
  const ask = (rows: Promise<{ unchanged: boolean }[]>) => {
    const asked = rows.then(
      ([caller]) => {
        if (caller?.unchanged) return
        forget()
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
      answer ??= ask(connection.sql(statement.text, values))
    },
    settle: () => (answer ??= ask(systemSql(platform)(statement, values))),
  }
}

/** Whether a token's API key is unchanged, its centre is active, and neither the token nor its grant is revoked. */
export const tokenIsUnchanged = (
  { tenantId, clientId, jti, grantId }: AccessTokenClaims,
  { writtenBy, tenantRateLimitPerMinute }: TokenState,
): Omit<Question, 'forget'> => ({
  statement: TOKEN_IS_UNCHANGED,
  values: [tenantId, clientId, jti, grantId, writtenBy, tenantRateLimitPerMinute],
})

/** Whether a session and its user are unchanged, and the centre is active. */
export const sessionIsUnchanged = (state: SessionState): Omit<Question, 'forget'> => ({
  statement: SESSION_IS_UNCHANGED,
  values: [
    state.tenantId,
    state.id,
    state.sessionWrittenBy,
    state.userWrittenBy,
    state.tenantRateLimitPerMinute,
  ],
})

/** A revoked grant is listed among the revoked tokens by its own id. */
const TOKEN_IS_UNCHANGED: Statement = {
  name: 'token_unchanged',
  text: `SELECT k.xmin = $5::xid AND t.rate_limit_per_minute IS NOT DISTINCT FROM $6 AND COALESCE(t.status = 'ACTIVE', true) AND NOT EXISTS (SELECT FROM revoked_tokens r
      WHERE r.tenant_id = $1 AND r.id IN ($3, $4)) AS unchanged
    FROM api_keys k LEFT JOIN tenants t USING (tenant_id) WHERE k.tenant_id = $1 AND k.id = $2`,
}

const SESSION_IS_UNCHANGED: Statement = {
  name: 'session_unchanged',
  text: `SELECT s.xmin = $3::xid AND u.xmin = $4::xid AND t.rate_limit_per_minute IS NOT DISTINCT FROM $5
        AND COALESCE(t.status = 'ACTIVE', true) AS unchanged
    FROM user_sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
      LEFT JOIN tenants t ON t.tenant_id = s.tenant_id
    WHERE s.tenant_id = $1 AND s.id = $2`,
}
