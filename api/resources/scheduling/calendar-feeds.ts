import { createCalendarFeed, FEED_NEEDS } from '#scheduling/calendar-feeds/create-calendar-feed.ts'
import {
  CalendarFeedQuery,
  getCalendarFeed,
  listCalendarFeeds,
} from '#scheduling/calendar-feeds/queries.ts'
import { revokeCalendarFeed } from '#scheduling/calendar-feeds/revoke-calendar-feed.ts'
import {
  CalendarFeed,
  CreateCalendarFeed,
  CreatedCalendarFeed,
} from '#scheduling/calendar-feeds/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Calendar feeds',
  about: 'Calendars to which people can subscribe, at secret addresses.',
}
const params = idParam('calendarFeed')

export const calendarFeedOperations = [
  operation({
    id: 'createCalendarFeed',
    method: 'post',
    path: '/v1/calendar-feeds',
    tag,
    summary: 'Create a calendar feed',
    description:
      'Returns the feed’s address, only once. A provider’s calendar shows only the first letter of each child’s name. A room’s calendar shows only when the room is taken. A child’s calendar is for the family. No calendar contains clinical terms.',
    permission: FEED_NEEDS,
    body: CreateCalendarFeed,
    status: 201,
    response: CreatedCalendarFeed,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createCalendarFeed(ctx, body),
  }),
  operation({
    id: 'listCalendarFeeds',
    method: 'get',
    path: '/v1/calendar-feeds',
    tag,
    summary: 'List calendar feeds',
    description:
      'Newest first, including revoked feeds. The address is returned only when a feed is created.',
    permission: 'calendar-feeds:read',
    query: CalendarFeedQuery,
    status: 200,
    response: pageOf(CalendarFeed),
    run: (ctx, { query }) => listCalendarFeeds(ctx, query),
  }),
  operation({
    id: 'getCalendarFeed',
    method: 'get',
    path: '/v1/calendar-feeds/{id}',
    tag,
    summary: 'Retrieve a calendar feed',
    description: 'Returns whose calendar the feed shows, and whether it was revoked.',
    permission: 'calendar-feeds:read',
    params,
    status: 200,
    response: CalendarFeed,
    errors: ['not_found'],
    run: (ctx, { params }) => getCalendarFeed(ctx, params),
  }),
  operation({
    id: 'revokeCalendarFeed',
    method: 'delete',
    path: '/v1/calendar-feeds/{id}',
    tag,
    summary: 'Revoke a calendar feed',
    description:
      'Revoking is permanent and takes effect immediately: the address returns 410. Revoking the feed again changes nothing.',
    permission: 'calendar-feeds:write',
    params,
    status: 200,
    response: CalendarFeed,
    example: { revokedAt: EXAMPLE_INSTANT },
    errors: CHANGE_ERRORS,
    run: (ctx, { params, version }) => revokeCalendarFeed(ctx, { ...params, version }),
  }),
]
