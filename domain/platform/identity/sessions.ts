import { createHmac } from 'node:crypto'
import { BoundedMap } from '../core/context/bounded-map.ts'
import type { Permission } from '../core/access/permissions.ts'
import type { Platform } from '../core/context/platform.ts'
import { addMinutes } from '../core/time/time.ts'
import { hashSecret, nextSessionToken } from './secrets.ts'
import { systemSql, type Statement } from './system-sql.ts'

/** The number of minutes after which a session's token is replaced. */
const ROTATED_AFTER_MINUTES = 15
/**
 * The number of minutes for which the previous token is accepted, because responses with the new one may be in
 * transit.
 */
const OVERLAP_MINUTES = 1
/** The resolution at which a session's last use is recorded, in minutes. */
const NOTED_TO_MINUTES = 1
const MAX_KNOWN = 10_000

/** A session, with the current state of its user. */
export interface SessionState {
  tenantId: string
  id: string
  userId: string
  /** The transactions that wrote the two rows. They identify any change. */
  sessionWrittenBy: string
  userWrittenBy: string
  /** Whether the request used the previous token. */
  isPrevious: boolean
  rotatedAt: Date
  lastUsedAt: Date
  idleMinutes: number
  expiresAt: Date
  /** Null if the identity provider did not report it. */
  authenticatedAt: Date | null
  /** True if the session can only be used to provide the second factor. */
  awaitsFactor: boolean
  revokedAt: Date | null
  status: 'INVITED' | 'ACTIVE' | 'DEACTIVATED'
  name: string
  /** The names of built-in roles, and the ids of custom roles. */
  roles: string[]
  ownRoles: { id: string; sight: 'CENTRE' | 'CASELOAD'; permissions: Permission[] }[]
  providerId: string | null
  locationIds: string[]
  /**
   * For a delegated key: the part of its user's permissions that it has. Empty for a browser session, which has
   * all permissions of its user.
   */
  scopes: string[]
  tenantRateLimitPerMinute: number | null
  centreActive: boolean
}

/**
 * Sessions of people, identified by the browser's token. As with access tokens, cached state counts only after
 * the database has confirmed it (confirmation.ts).
 */
export class Sessions {
  readonly #platform: Platform
  readonly #known = new BoundedMap<SessionState>(MAX_KNOWN)

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** The cached state, unless the use of the session must be recorded again. */
  known(token: string): SessionState | undefined {
    const state = this.#known.get(hashSecret(token))
    if (!state || state.isPrevious) return undefined
    const now = this.#platform.clock.now()
    return addMinutes(state.lastUsedAt, NOTED_TO_MINUTES) > now ? state : undefined
  }

  forget(token: string): void {
    this.#known.delete(hashSecret(token))
  }

  /** The current state. Records the use of the session. A token that was replaced too long ago ends the session. */
  async find(token: string): Promise<SessionState | undefined> {
    const sql = systemSql(this.#platform)
    const now = this.#platform.clock.now()
    const tokenHash = hashSecret(token)
    const earliest = addMinutes(now, -OVERLAP_MINUTES)
    const [state] = await sql<SessionState>(USE, [tokenHash, now, earliest])
    if (state) this.#known.set(tokenHash, state)
    else this.#known.delete(tokenHash)
    return state
  }

  /** The browser's next token, if it is time to replace the current one. */
  async renewed(token: string, state: SessionState): Promise<string | undefined> {
    const now = this.#platform.clock.now()
    const isDue = addMinutes(state.rotatedAt, ROTATED_AFTER_MINUTES) <= now
    if (state.scopes.length > 0 || (!isDue && !state.isPrevious)) return undefined
    const [key] = this.#platform.cipher.derive('user-session')
    const next = nextSessionToken(key, token)
    if (state.isPrevious) return next
    const values = [state.tenantId, state.id, hashSecret(token), hashSecret(next), now]
    await systemSql(this.#platform)(ROTATE, values)
    this.forget(token)
    return next
  }
}

/** The CSRF token that a page of the platform sends in addition to the session cookie. Other sites do not know it. */
export const csrfTokenOf = ({ cipher }: Pick<Platform, 'cipher'>, sessionId: string): string =>
  createHmac('sha256', cipher.derive('csrf')[0]).update(sessionId).digest('base64url')

/** A session is valid while its user is active, it is used regularly, and it is neither expired nor revoked. */
export const isLiveSession = (state: SessionState, now: Date): boolean =>
  state.status === 'ACTIVE' &&
  !state.revokedAt &&
  state.expiresAt > now &&
  addMinutes(state.lastUsedAt, state.idleMinutes) > now

/**
 * Records the use of a session, unless it has ended, and returns its state. If a token is used that was
 * replaced a while ago, it or the newer token is stolen, so the session ends for both.
 */
const USE: Statement = {
  name: 'session_use',
  text: `WITH found AS (
      SELECT s.tenant_id, s.id, s.token_hash <> $1 AS is_previous, s.token_hash <> $1 AND s.rotated_at < $3 AS is_reused
      FROM user_sessions s WHERE s.token_hash = $1 OR s.previous_token_hash = $1
    ), used AS (
      UPDATE user_sessions s SET last_used_at = CASE WHEN f.is_reused THEN s.last_used_at ELSE $2 END,
        revoked_at = CASE WHEN f.is_reused THEN $2 END
      FROM found f
      WHERE s.tenant_id = f.tenant_id AND s.id = f.id AND s.revoked_at IS NULL AND s.expires_at > $2
        AND s.last_used_at + make_interval(mins => s.idle_minutes) > $2
        AND (f.is_reused OR s.last_used_at < $2::timestamptz - interval '1 minute')
      RETURNING s.*, s.xmin
    ), session AS (
      SELECT xmin, tenant_id, id, user_id, rotated_at, last_used_at, idle_minutes, expires_at, authenticated_at, awaits_factor,
        revoked_at, scopes FROM used
      UNION ALL
      SELECT s.xmin, s.tenant_id, s.id, s.user_id, s.rotated_at, s.last_used_at, s.idle_minutes, s.expires_at,
        s.authenticated_at, s.awaits_factor, s.revoked_at, s.scopes
      FROM user_sessions s JOIN found USING (tenant_id, id) WHERE NOT EXISTS (SELECT FROM used)
    )
    SELECT s.tenant_id AS "tenantId", s.id, s.user_id AS "userId", s.xmin::text AS "sessionWrittenBy",
      u.xmin::text AS "userWrittenBy", f.is_previous AS "isPrevious", s.rotated_at AS "rotatedAt",
      s.last_used_at AS "lastUsedAt", s.idle_minutes AS "idleMinutes", s.expires_at AS "expiresAt",
      s.authenticated_at AS "authenticatedAt", s.awaits_factor AS "awaitsFactor", s.revoked_at AS "revokedAt",
      u.status::text AS status, u.name, u.roles,
      u.provider_id AS "providerId", u.location_ids AS "locationIds", s.scopes, t.rate_limit_per_minute AS "tenantRateLimitPerMinute",
      COALESCE(t.status = 'ACTIVE', true) AS "centreActive",
      COALESCE((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'sight', r.sight, 'permissions', r.permissions))
        FROM roles r WHERE r.tenant_id = u.tenant_id AND r.id = ANY (u.roles) AND r.archived_at IS NULL), '[]') AS "ownRoles"
    FROM session s JOIN found f USING (tenant_id, id)
      JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id LEFT JOIN tenants t ON t.tenant_id = s.tenant_id`,
}

const ROTATE: Statement = {
  name: 'session_rotate',
  text: `UPDATE user_sessions SET token_hash = $4, previous_token_hash = $3, rotated_at = $5
    WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND revoked_at IS NULL`,
}
