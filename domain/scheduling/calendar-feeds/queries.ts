import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toCalendarFeed } from './schemas.ts'

export const CalendarFeedQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  providerId: idOf('provider').optional(),
  roomId: idOf('room').optional(),
  childId: idOf('child').optional(),
})
export type CalendarFeedQuery = z.infer<typeof CalendarFeedQuery>

export const getCalendarFeed = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'calendar-feeds:read', async (reader) =>
    toCalendarFeed(await loadCalendarFeed(reader, id)),
  )

export const listCalendarFeeds = (ctx: Context, query: CalendarFeedQuery) =>
  read(ctx, 'calendar-feeds:read', (reader) => {
    const { providerId, roomId, childId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(providerId && { providerId }),
      ...(roomId && { roomId }),
      ...(childId && { childId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.calendarFeed.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toCalendarFeed,
    )
  })

export const loadCalendarFeed = async (reader: Reader, id: string) => {
  const row = await reader.db.calendarFeed.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('calendar feed')
  return row
}
