import { z } from 'zod'
import type { Outbox as OutboxModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read } from '#platform/core/transaction.ts'
import { utc } from '#platform/core/time.ts'
import { authorize } from '#platform/core/permissions.ts'
import { EVENT_TYPES, EVENTS, type EventType } from './event-types.ts'
import { Event, EventQuery } from './schemas.ts'

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

/** The catalog of events, as subscribers read it. */
export const listEventTypes = async (ctx: Context) => {
  authorize(ctx.actor, 'events:read')
  return { data: CATALOG }
}

/** As subscribers may rely on it: data gains members within a version. */
const openSchemaOf = (payload: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(payload, {
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })

const CATALOG = EVENT_TYPES.map((type) => ({
  type,
  description: EVENTS[type].description,
  schema: openSchemaOf(EVENTS[type].payload),
  example: EVENTS[type].example as Record<string, unknown>,
}))
