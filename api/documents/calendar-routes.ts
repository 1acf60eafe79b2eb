import { publicRoute, text } from './public-route.ts'

const file = {
  name: 'file',
  in: 'path',
  required: true,
  description: 'Last part of the URL that createCalendarFeed returned: its token and `.ics`.',
  schema: text,
  example: 'mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE.ics',
}

export const readCalendarRoute = {
  ...publicRoute({
    operationId: 'readCalendar',
    tag: 'Calendar feeds',
    summary: 'Read a calendar',
    description:
      'For calendar applications. Returns appointments from one month ago to one year ahead, in UTC. Send the ETag as If-None-Match. Returns 410 if the feed is revoked or its provider, room or child is archived. Returns 409 while processing of the child’s data is restricted; keep your copy.',
    success: {
      description: 'Calendar in iCalendar format (RFC 5545).',
      schema: text,
      type: 'text/calendar',
    },
    errors: ['not_found', 'link_revoked', 'processing_restricted'],
    besides: { '304': { description: 'Nothing has changed since the ETag.' } },
  }),
  parameters: [file],
}
