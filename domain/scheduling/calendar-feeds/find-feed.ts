import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { boundsOf } from '#platform/identity/bounds-of.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { feedOf, type FeedKind } from './schemas.ts'

/** A feed that is being read. */
export interface Feed {
  tenantId: string
  id: string
  kind: FeedKind
  subjectId: string
  revokedAt: Date | null
  /** The user who created it, or the key bound to a provider; null for a key of the centre. */
  createdBy: string | null
}

/** Finds the feed of a token in any tenant, because the reader does not say which. */
export const findFeed = async (platform: Platform, token: string): Promise<Feed> => {
  const [row] = await systemSql(platform)<Found>(FIND, [hashSecret(token)])
  if (!row) throw new DomainError('not_found', 'This calendar does not exist. Check the address.')
  const { providerId, roomId, childId, ...feed } = row
  return { ...feed, ...feedOf({ providerId, roomId, childId }) }
}

/**
 * The context of a reader with the URL of a feed, who can read its appointments and is identified as the feed.
 * A feed created by a person or by a provider's key uses their current permissions and ends with them.
 */
export const feedContext = async (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  { tenantId, id, createdBy }: Feed,
): Promise<Context> => {
  const permissions = new Set(['appointments:read'] as const)
  const actor = { kind: 'ANONYMOUS', id, permissions } as const
  const reading = { ...ctx, tenantId, actor }
  if (createdBy === null) return reading
  const bounds = await read(reading, 'appointments:read', (reader) =>
    boundsOf(reader, { id: createdBy }, 'appointments:read'),
  )
  return { ...reading, actor: { ...actor, ...bounds } }
}

type Found = Pick<Feed, 'tenantId' | 'id' | 'revokedAt' | 'createdBy'> &
  Record<'providerId' | 'roomId' | 'childId', string | null>

const FIND = {
  name: 'find_calendar_feed',
  text: `SELECT tenant_id AS "tenantId", id, provider_id AS "providerId", room_id AS "roomId",
           child_id AS "childId", revoked_at AS "revokedAt", COALESCE(created_by_id, created_by_key_id) AS "createdBy"
         FROM calendar_feeds WHERE token_hash = $1`,
}
