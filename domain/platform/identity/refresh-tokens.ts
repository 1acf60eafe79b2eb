import { combine } from '../core/sql/combine.ts'
import { newId } from '../core/records/ids.ts'
import { insertInto, type RowOf } from '../core/sql/insert-into.ts'
import type { Platform } from '../core/context/platform.ts'
import { ACCESS_TOKEN_SECONDS, CLOCK_TOLERANCE_SECONDS } from './access-tokens.ts'
import type { AuthenticatedClient } from './authenticate-client.ts'
import { judgeRefreshToken, type StoredToken } from './refresh-rules.ts'
import { hashSecret, newRefreshToken, successorToken } from './secrets.ts'
import { systemSql, systemTransaction, type Sql, type Statement } from './system-sql.ts'

const LIFETIME_MS = 30 * 24 * 3_600_000

/** A refresh token as its holder receives it. */
export interface IssuedRefreshToken {
  token: string
  /** The family, which is one grant with one chain of tokens. */
  grantId: string
}

/** Starts a family. */
export const beginGrant = async (
  platform: Platform,
  { tenantId, clientId }: AuthenticatedClient,
  scopes: readonly string[],
): Promise<IssuedRefreshToken> => {
  const token = newRefreshToken()
  const grantId = newId('tokenFamily')
  const now = platform.clock.now()
  const { text, values } = combine([
    { text: NOTE_USE, values: [tenantId, clientId, now] },
    insertInto('refresh_tokens', {
      tenantId,
      id: newId('refreshToken'),
      familyId: grantId,
      clientId,
      tokenHash: hashSecret(token),
      scopes: [...scopes],
      expiresAt: expiryOf(now),
      createdAt: now,
    }),
  ])
  await systemSql(platform)({ name: 'refresh_begin', text }, values)
  return { token, grantId }
}

export type SpendOutcome =
  | ({ verdict: 'fresh' | 'retry' } & IssuedRefreshToken)
  | { verdict: 'reused' | 'invalid' }

/**
 * Exchanges a token for its successor. Even simultaneous calls exchange it only once, and a repeated call
 * within the retry window gets the same successor. Reuse revokes the family. `approve` receives the token's
 * scopes before anything is written; if it throws, the token stays unused.
 */
export const spendRefreshToken = (
  platform: Platform,
  client: AuthenticatedClient,
  token: string,
  approve: (scopes: readonly string[]) => void,
): Promise<SpendOutcome> =>
  systemTransaction(platform, async (sql): Promise<SpendOutcome> => {
    const { presented, live } = await lockFamily(sql, token)
    const now = platform.clock.now()
    const [newest, ...earlier] = platform.cipher.derive('refresh-token')
    const successor = (id: string) => successorToken(newest, token, id)
    // Also finds the successor if a process with another first key created it.
    const made = [newest, ...earlier].map((key) => live && successorToken(key, token, live.id))
    const known = made.find((it) => it !== undefined && hashSecret(it) === live?.tokenHash)
    const verdict = judgeRefreshToken(presented, {
      clientId: client.clientId,
      now,
      isLivePredecessor: () => known !== undefined,
    })
    if (!presented || verdict === 'invalid') return { verdict: 'invalid' }
    if (verdict === 'reused') {
      await revokeFamily(sql, presented, now)
      return { verdict }
    }
    approve(presented.scopes)
    const { tenantId, familyId, clientId, scopes } = presented
    if (verdict === 'retry' && known) return { verdict, token: known, grantId: familyId }
    const id = newId('refreshToken')
    const { text, values } = combine([
      { text: SPEND, values: [tenantId, presented.id, now] },
      { text: NOTE_USE, values: [tenantId, clientId, now] },
      insertInto('refresh_tokens', {
        tenantId,
        id,
        familyId,
        clientId,
        tokenHash: hashSecret(successor(id)),
        scopes,
        expiresAt: expiryOf(now),
        createdAt: now,
      }),
    ])
    await sql({ name: 'refresh_spend', text }, values)
    return { verdict, token: successor(id), grantId: familyId }
  })

/** Revokes the family of a client's token, together with the grant's access tokens. */
export const revokeGrant = (
  platform: Platform,
  client: AuthenticatedClient,
  token: string,
): Promise<void> =>
  systemTransaction(platform, async (sql) => {
    const { presented } = await lockFamily(sql, token)
    if (presented?.clientId !== client.clientId) return
    await revokeFamily(sql, presented, platform.clock.now())
  })

/** A refresh token that can be used and whose key is active, for introspection. */
export const findLiveRefreshToken = async (
  platform: Platform,
  token: string,
): Promise<RefreshTokenRow | undefined> => {
  const values = [hashSecret(token), platform.clock.now()]
  const [row] = await systemSql(platform)<RefreshTokenRow>(FIND_LIVE, values)
  return row
}

export interface RefreshTokenRow extends StoredToken {
  tenantId: string
  id: string
  familyId: string
  tokenHash: string
  scopes: string[]
  createdAt: Date
}

/** Loads the given token and the unused token of its family, and locks the family. */
const lockFamily = async (sql: Sql, token: string) => {
  const tokenHash = hashSecret(token)
  // The second statement has its own snapshot, so it sees the changes for which the lock waited.
  const [, rows] = await Promise.all([
    sql(LOCK_FAMILY, [tokenHash]),
    sql<RefreshTokenRow>(READ_FAMILY, [tokenHash]),
  ])
  return {
    presented: rows.find((row) => row.tokenHash === tokenHash),
    live: rows.find((row) => !row.spentAt && !row.revokedAt),
  }
}

/** Listing the grant's id among the revoked tokens blocks its access tokens until they expire. */
const revokeFamily = async (sql: Sql, { tenantId, familyId }: RefreshTokenRow, now: Date) => {
  const lastsMs = (ACCESS_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000
  await Promise.all([
    sql(REVOKE_FAMILY, [tenantId, familyId, now]),
    recordRevocation(sql, {
      tenantId,
      id: familyId,
      expiresAt: new Date(now.getTime() + lastsMs),
    }),
  ])
}

const expiryOf = (now: Date) => new Date(now.getTime() + LIFETIME_MS)

const COLUMNS = `tenant_id AS "tenantId", id, family_id AS "familyId", client_id AS "clientId",
  token_hash AS "tokenHash", scopes, expires_at AS "expiresAt", spent_at AS "spentAt",
  revoked_at AS "revokedAt", created_at AS "createdAt"`

/** A key's last use is recorded at most once a minute, so that not every token request rewrites its row. */
const NOTE_USE = `UPDATE api_keys SET last_used_at = $3 WHERE tenant_id = $1 AND id = $2
  AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`

const SPEND = 'UPDATE refresh_tokens SET spent_at = $3 WHERE tenant_id = $1 AND id = $2'

const LOCK_FAMILY: Statement = {
  name: 'refresh_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended(family_id, 0))
    FROM refresh_tokens WHERE token_hash = $1`,
}

const READ_FAMILY: Statement = {
  name: 'refresh_read',
  text: `SELECT ${COLUMNS} FROM refresh_tokens
    WHERE (tenant_id, family_id) = (SELECT tenant_id, family_id FROM refresh_tokens WHERE token_hash = $1)
      AND (token_hash = $1 OR spent_at IS NULL)`,
}

const FIND_LIVE: Statement = {
  name: 'refresh_find_live',
  text: `SELECT ${COLUMNS} FROM refresh_tokens t
    WHERE token_hash = $1 AND spent_at IS NULL AND revoked_at IS NULL AND expires_at > $2
      AND EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = t.tenant_id AND k.id = t.client_id
        AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2))`,
}

const REVOKE_FAMILY: Statement = {
  name: 'refresh_revoke',
  text: `UPDATE refresh_tokens SET revoked_at = $3
    WHERE tenant_id = $1 AND family_id = $2 AND revoked_at IS NULL`,
}

/** Refuses access tokens with this id or grant from now on. The entry is kept until they expire. */
export const recordRevocation = (sql: Sql, revoked: RowOf<'revoked_tokens'>): Promise<unknown> => {
  const once = 'ON CONFLICT (tenant_id, id) DO NOTHING'
  const { text, values } = insertInto('revoked_tokens', revoked, once)
  return sql({ name: 'token_revoke', text }, values)
}
