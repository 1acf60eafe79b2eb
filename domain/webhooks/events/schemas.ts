import { z } from 'zod'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { additionsQuery, anyOf } from '#platform/core/lists/paging.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { withheldMember } from '#platform/core/access/withheld.ts'
import { EVENT_TYPES, EVENTS } from './event-types.ts'

export const Event = resourceSchema('Event', {
  id: idOf('event'),
  type: growing(z.enum(EVENT_TYPES)).meta({
    description: 'Type of the event.',
    example: 'booking.created',
  }),
  createdAt: z.iso
    .datetime()
    .meta({ description: 'When the event happened, in UTC.', example: '2026-11-21T09:30:00.000Z' }),
  data: z.record(z.string(), naming(ANY_RECORD, z.unknown())).meta({
    description: 'Payload of the event. It depends on the event type; see GET /v1/event-types.',
    example: EVENTS['booking.created'].example,
  }),
  withheld: withheldMember('`data.data` of an event that an agent sent'),
  subjectType: SubjectType.meta({ description: 'Kind of record that the event is about.' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record that the event is about.',
    example: exampleId('appointment'),
  }),
  actor: z
    .strictObject({
      kind: z.string().meta({
        description: 'Whether the actor was an API key, a user, the system or an unknown caller.',
      }),
      id: z.string().meta({ description: 'ID of the API key or user, or name of the system.' }),
    })
    .meta({
      description: 'Who caused the event.',
      example: { kind: 'API_KEY', id: exampleId('apiKey') },
    }),
  requestId: z
    .string()
    .nullable()
    .meta({
      description: 'X-Request-Id of the request that caused the event; null if none did.',
      example: exampleId('request'),
    }),
  workflowId: naming(ANY_RECORD, z.string())
    .nullable()
    .meta({ description: 'Workflow that caused the event; null if none did.', example: null }),
  test: z.boolean().meta({
    description:
      'Whether this is a test event, which can be retrieved by its ID but is not listed.',
    example: false,
  }),
})
export type Event = z.infer<typeof Event>

export const EventQuery = additionsQuery('event', 'createdAt', ['-createdAt', 'createdAt'], {
  type: anyOf(EVENT_TYPES, 'Returns only events of this type.'),
  subjectType: commaSeparated(SubjectType, SubjectType.options.length)
    .optional()
    .meta({ description: 'Returns only events about this kind of record.' }),
  subjectId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Returns only events about this record.' }),
  requestId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: 'Returns only events caused by the request with this X-Request-Id.' }),
  workflowId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Returns only events caused by this workflow.' }),
})
export type EventQuery = z.infer<typeof EventQuery>

export const EventTypeInfo = resourceSchema('EventType', {
  type: growing(z.enum(EVENT_TYPES)).meta({
    description: 'Type of the event.',
    example: 'booking.created',
  }),
  description: z.string().meta({
    description: 'When events of this type are sent.',
    example: EVENTS['booking.created'].description,
  }),
  schema: z.record(z.string(), z.unknown()).meta({
    description: 'JSON Schema (2020-12) of `data`.',
    example: { type: 'object' },
  }),
  example: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Example of `data`.', example: EVENTS['booking.created'].example }),
})
