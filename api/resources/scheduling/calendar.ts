import { getCalendar } from '#scheduling/calendar/queries.ts'
import { Calendar, CalendarQuery } from '#scheduling/calendar/schemas.ts'
import { operation } from '../../http/operation.ts'

export const calendarOperations = [
  operation({
    id: 'getCalendar',
    method: 'get',
    path: '/v1/calendar',
    tag: { name: 'Calendar', about: 'A week or a month of providers and rooms in one response.' },
    summary: 'Retrieve a week or a month',
    description:
      'Returns providers with their hours, rooms, and all appointments in one response: at most 42 days and 5,000 appointments.',
    permission: 'appointments:read',
    query: CalendarQuery,
    status: 200,
    response: Calendar,
    run: (ctx, { query }) => getCalendar(ctx, query),
  }),
]
