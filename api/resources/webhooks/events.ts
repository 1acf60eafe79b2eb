import { getEvent, listEvents, listEventTypes } from '#webhooks/events/queries.ts'
import { Event, EventQuery, EventTypeInfo } from '#webhooks/events/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Events', about: 'Events that have happened, and the list of event types.' }

export const eventOperations = [
  operation({
    id: 'listEvents',
    method: 'get',
    path: '/v1/events',
    tag,
    summary: 'List events',
    description: 'Newest first, including events to which nobody subscribes.',
    permission: 'events:read',
    query: EventQuery,
    status: 200,
    response: pageOf(Event),
    run: (ctx, { query }) => listEvents(ctx, query),
  }),
  operation({
    id: 'getEvent',
    method: 'get',
    path: '/v1/events/{id}',
    tag,
    summary: 'Retrieve an event',
    description: 'Returns the event in the form in which endpoints receive it.',
    permission: 'events:read',
    params: idParam('event'),
    status: 200,
    response: Event,
    errors: ['not_found'],
    run: (ctx, { params }) => getEvent(ctx, params),
  }),
  operation({
    id: 'listEventTypes',
    method: 'get',
    path: '/v1/event-types',
    tag,
    summary: 'List event types',
    description:
      'Lists the types to which you can subscribe, with the JSON Schema and an example of each payload.',
    permission: 'events:read',
    status: 200,
    response: listOf(EventTypeInfo),
    run: (ctx) => listEventTypes(ctx),
  }),
]
