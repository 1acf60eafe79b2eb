import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadCalendarFeed } from './queries.ts'
import { toCalendarFeed, type CalendarFeed } from './schemas.ts'

/** Revokes a feed permanently and immediately. Repeating the call changes nothing. */
export const revokeCalendarFeed = (
  ctx: Context,
  { id, version }: RecordRef,
): Promise<CalendarFeed> =>
  transact(ctx, 'calendar-feeds:write', async (tx) => {
    await lockRecord(tx, 'calendar_feeds', id)
    const before = await loadCalendarFeed(tx, id)
    assertVersion(before, version)
    const after = before.revokedAt
      ? before
      : await tx.db.calendarFeed.update({
          where: keyOf(tx, id),
          data: { revokedAt: tx.now, ...touched(tx) },
        })
    tx.changed({ type: 'calendarFeed', id }, toCalendarFeed(before), toCalendarFeed(after))
    return toCalendarFeed(after)
  })
