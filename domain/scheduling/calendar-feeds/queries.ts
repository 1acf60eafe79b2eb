import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { toCalendarFeed } from './schemas.ts'

export const CalendarFeedQuery = listQuery('calendarFeed', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  roomId: idOf('room').optional(),
  childId: idOf('child').optional(),
  revoked: fact('If true, returns only revoked feeds; if false, only active feeds.'),
})
export type CalendarFeedQuery = z.infer<typeof CalendarFeedQuery>

const calendarFeeds = recordQueries({
  permission: 'calendar-feeds:read',
  name: 'calendar feed',
  find: ({ db }, selection: Selection<Prisma.CalendarFeedWhereInput>) =>
    db.calendarFeed.findMany(selection),
  show: each(toCalendarFeed),
})

export const loadCalendarFeed = calendarFeeds.load
export const getCalendarFeed = calendarFeeds.get
export const listCalendarFeeds = calendarFeeds.list(({ revoked, ...query }: CalendarFeedQuery) => ({
  ...given(query, 'providerId', 'roomId', 'childId'),
  ...isSet('revokedAt', revoked),
}))
