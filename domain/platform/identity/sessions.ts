import { createHmac } from 'node:crypto'
import { BoundedMap } from '../core/context/bounded-map.ts'
import type { Permission } from '../core/access/permissions.ts'
import type { Platform } from '../core/context/platform.ts'
import { addMinutes } from '../core/time/time.ts'
import { hashSecret, nextSessionToken } from './secrets.ts'
import { systemSql, type Statement } from './system-sql.ts'

/** Minutes after which a session has another token. */
const ROTATED_AFTER_MINUTES = 15
/** Minutes that the token before is still taken: answers with the new one are on their way. */
const OVERLAP_MINUTES = 1
/** Minutes to which the last use of a session is noted. */
const NOTED_TO_MINUTES = 1
const MAX_KNOWN = 10_000

/** A session and its user as they are now. */
export interface SessionState {
  tenantId: string
  id: string
  userId: string
  /** The transactions that wrote the two rows: others whenever anything of them was changed. */
  sessionWrittenBy: string
  userWrittenBy: string
  /** What was shown is the token before the current one. */
  isPrevious: boolean
  rotatedAt: Date
  lastUsedAt: Date
  idleMinutes: number
  expiresAt: Date
  /** Null: an identity provider did not say. */
  authenticatedAt: Date | null
  /** Opens nothing but what the second factor takes. */
  awaitsFactor: boolean
  revokedAt: Date | null
  status: 'INVITED' | 'ACTIVE' | 'DEACTIVATED'
  name: string
  /** Names of the platform's roles, and ids of the centre's own. */
  roles: string[]
  ownRoles: { id: string; sight: 'CENTRE' | 'CASELOAD'; permissions: Permission[] }[]
  providerId: string | null
  locationIds: string[]
  /** Of a delegated key: what it has of its person's permissions. Empty for a browser's session, which has them all. */
  scopes: string[]
  tenantRateLimitPerMinute: number | null
  centreActive: boolean
}

/**
 * Sessions of people, by the tokens that their browsers keep. As with access tokens, what was known at
 * the last call counts as soon as the database has confirmed it (confirmation.ts).
 */
export class Sessions {
  readonly #platform: Platform
  readonly #known = new BoundedMap<SessionState>(MAX_KNOWN)

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** How a session stood at its last call, unless its use has to be noted again. */
  known(token: string): SessionState | undefined {
    const state = this.#known.get(hashSecret(token))
    if (!state || state.isPrevious) return undefined
    const now = this.#platform.clock.now()
    return addMinutes(state.lastUsedAt, NOTED_TO_MINUTES) > now ? state : undefined
  }

  forget(token: string): void {
    this.#known.delete(hashSecret(token))
  }

  /** Its state now, with its use on record. A token that was replaced for longer than it may be on its way ends it. */
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

  /** The token that the browser is to keep from now on, when it is time for another. */
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

/** What a page of the platform sends beside the cookie of a session, and pages of others cannot know. */
export const csrfTokenOf = ({ cipher }: Pick<Platform, 'cipher'>, sessionId: string): string =>
  createHmac('sha256', cipher.derive('csrf')[0]).update(sessionId).digest('base64url')

/** A session lives while its user is active, it is used, and neither its end nor a revocation has come. */
export const isLiveSession = (state: SessionState, now: Date): boolean =>
  state.status === 'ACTIVE' &&
  !state.revokedAt &&
  state.expiresAt > now &&
  addMinutes(state.lastUsedAt, state.idleMinutes) > now

/**
 * Notes the use, unless the session has ended meanwhile, and reads what it finds. Who brings a token that
 * was replaced a while ago has stolen it, or the other has: the session ends for both.
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
