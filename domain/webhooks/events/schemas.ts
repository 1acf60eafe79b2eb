import { z } from 'zod'
import { growing } from '#platform/core/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/ids.ts'
import { instantRange, pageQuery } from '#platform/core/paging.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { EVENT_TYPES, EVENTS } from './event-types.ts'

export const Event = resourceSchema('Event', {
  id: idOf('event'),
  type: growing(z.enum(EVENT_TYPES)).meta({ example: 'booking.created' }),
  createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  data: z.record(z.string(), naming(ANY_RECORD, z.unknown())).meta({
    description: 'As its type says; see the event types.',
    example: EVENTS['booking.created'].example,
  }),
  subjectType: z.string().meta({ example: 'appointment' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({ example: exampleId('appointment') }),
  actor: z
    .strictObject({ kind: z.string(), id: z.string() })
    .meta({ description: 'Who caused it.', example: { kind: 'API_KEY', id: exampleId('apiKey') } }),
  requestId: z
    .string()
    .nullable()
    .meta({ description: 'The call that caused it.', example: exampleId('request') }),
  test: z.boolean().meta({
    description: 'Sent to try an endpoint out: found by its id, not listed.',
    example: false,
  }),
})
export type Event = z.infer<typeof Event>

export const EventQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  type: z.enum(EVENT_TYPES).optional(),
  subjectType: z.string().min(1).max(64).optional(),
  subjectId: z.string().min(1).max(64).optional(),
  requestId: z.string().min(1).max(128).optional(),
  ...instantRange('createdAt'),
})
export type EventQuery = z.infer<typeof EventQuery>

export const EventTypeInfo = resourceSchema('EventType', {
  type: growing(z.enum(EVENT_TYPES)).meta({ example: 'booking.created' }),
  description: z.string().meta({ example: EVENTS['booking.created'].description }),
  schema: z.record(z.string(), z.unknown()).meta({
    description: 'JSON Schema (2020-12) of `data`.',
    example: { type: 'object' },
  }),
  example: z
    .record(z.string(), z.unknown())
    .meta({ description: 'An example of `data`.', example: EVENTS['booking.created'].example }),
})
