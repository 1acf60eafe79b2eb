import { z } from 'zod'
import type { Outbox as OutboxModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read } from '#platform/core/transaction.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utc } from '#platform/core/time.ts'
import { authorize } from '#platform/core/permissions.ts'
import { EVENT_TYPES, EVENTS, type EventType } from './catalog.ts'

export const Event = resourceSchema('Event', {
  id: idOf('event'),
  type: z.enum(EVENT_TYPES).meta({ example: 'booking.created' }),
  createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  data: z.record(z.string(), naming(ANY_RECORD, z.unknown())).meta({
    description: 'As its type says; see the event types.',
    example: EVENTS['booking.created'].example,
  }),
  subjectType: z.string().meta({ example: 'appointment' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({ example: exampleId('appointment') }),
  actor: z
    .strictObject({ kind: z.string(), id: z.string() })
    .meta({ description: 'Who caused it.', example: { kind: 'client', id: exampleId('apiKey') } }),
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

export const getEvent = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'events:read', async (reader) => {
    const row = await reader.db.outbox.findFirst({ where: inTenant(reader, id) })
    if (!row || row.kind === 'workflow') throw notFound('event')
    return toEvent(row)
  })

export const listEvents = (ctx: Context, query: EventQuery) =>
  read(ctx, 'events:read', (reader) => {
    const { type, subjectType, subjectId, requestId } = query
    const filter = {
      tenantId: reader.tenantId,
      kind: 'event',
      ...(type && { type }),
      ...(subjectType && { subjectType }),
      ...(subjectId && { subjectId }),
      ...(requestId && { requestId }),
      createdAt: within(query, 'createdAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.outbox.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toEvent,
    )
  })

const toEvent = (row: OutboxModel): Event => ({
  id: row.id,
  type: row.type as EventType,
  createdAt: utc(row.createdAt),
  data: row.payload as Event['data'],
  subjectType: row.subjectType,
  subjectId: row.subjectId,
  actor: row.actor as Event['actor'],
  requestId: row.requestId,
  test: row.kind === 'test',
})

export const EventTypeInfo = resourceSchema('EventType', {
  type: z.enum(EVENT_TYPES).meta({ example: 'booking.created' }),
  description: z.string().meta({ example: EVENTS['booking.created'].description }),
  schema: z.record(z.string(), z.unknown()).meta({
    description: 'JSON Schema (2020-12) of `data`.',
    example: { type: 'object' },
  }),
  example: z
    .record(z.string(), z.unknown())
    .meta({ description: 'An example of `data`.', example: EVENTS['booking.created'].example }),
})

/** The catalog of events, as subscribers read it. */
export const listEventTypes = async (ctx: Context) => {
  authorize(ctx.actor, 'events:read')
  return { data: CATALOG }
}

const CATALOG = EVENT_TYPES.map((type) => ({
  type,
  description: EVENTS[type].description,
  schema: z.toJSONSchema(EVENTS[type].payload, { io: 'output' }) as Record<string, unknown>,
  example: EVENTS[type].example as Record<string, unknown>,
}))
