import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import type { Platform } from '#platform/core/platform.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { feedOf, type FeedKind } from './schemas.ts'

/** A feed that somebody reads. */
export interface Feed {
  tenantId: string
  id: string
  kind: FeedKind
  subjectId: string
  revokedAt: Date | null
}

/** The feed of a token, of whatever tenant: who reads one does not say. */
export const findFeed = async (platform: Platform, token: string): Promise<Feed> => {
  const [row] = await systemSql(platform)<Found>(FIND, [hashSecret(token)])
  if (!row) throw new DomainError('not_found', 'No such calendar. Check the address.')
  const { providerId, roomId, childId, ...feed } = row
  return { ...feed, ...feedOf({ providerId, roomId, childId }) }
}

/** Who has a feed's address may read appointments, and is named by the feed. */
export const feedContext = (ctx: Omit<Context, 'actor' | 'tenantId'>, feed: Feed): Context => ({
  ...ctx,
  tenantId: feed.tenantId,
  actor: { kind: 'ANONYMOUS', id: feed.id, permissions: new Set(['appointments:read']) },
})

type Found = Pick<Feed, 'tenantId' | 'id' | 'revokedAt'> &
  Record<'providerId' | 'roomId' | 'childId', string | null>

const FIND = {
  name: 'find_calendar_feed',
  text: `SELECT tenant_id AS "tenantId", id, provider_id AS "providerId", room_id AS "roomId",
           child_id AS "childId", revoked_at AS "revokedAt"
         FROM calendar_feeds WHERE token_hash = $1`,
}
