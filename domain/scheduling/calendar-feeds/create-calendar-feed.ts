import type { Context } from '#platform/core/context/context.ts'
import { newId, subjectOf } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertUnlimited } from '#platform/identity/assert-unlimited.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'
import {
  toCalendarFeed,
  type CreateCalendarFeed,
  type CreatedCalendarFeed,
  type FeedKind,
} from './schemas.ts'

/** Callers can share only what they may read. */
export const FEED_NEEDS = ['calendar-feeds:write', 'appointments:read'] as const

/** Creates a feed. Only this response contains the URL. */
export const createCalendarFeed = (
  ctx: Context,
  { subjectId }: CreateCalendarFeed,
): Promise<CreatedCalendarFeed> =>
  transact(ctx, FEED_NEEDS, async (tx) => {
    await assertUnlimited(tx, 'A calendar feed')
    const kind = subjectOf(subjectId)!.type as FeedKind
    await assertReferences(tx, kind, { subjectId })
    const token = randomToken()
    const row = await tx.db.calendarFeed.create({
      data: {
        ...freshRecord(tx, newId('calendarFeed')),
        [`${kind}Id`]: subjectId,
        tokenHash: hashSecret(token),
        createdById: tx.actor.kind === 'USER' ? tx.actor.id : null,
        createdByKeyId: tx.actor.kind === 'API_KEY' && tx.actor.providerId ? tx.actor.id : null,
      },
    })
    const feed = toCalendarFeed(row)
    tx.created({ type: 'calendarFeed', id: row.id }, feed)
    return { ...feed, url: new URL(`/calendars/${token}.ics`, ctx.publicUrl).href }
  })
