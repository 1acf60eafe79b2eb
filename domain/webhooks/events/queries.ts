import { needsOfClosedAssistants } from '#agents/agent-run-steps/needs-of-closed-assistants.ts'
import { z } from 'zod'
import type { Prisma, Outbox as OutboxModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { utc } from '#platform/core/time/time.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingOf } from '#platform/core/access/withheld.ts'
import { loadDefinitions } from '#agents/agent-run-steps/load-definitions.ts'
import { needsToReadAll } from '#agents/definitions/checks/needs-of-node.ts'
import { storedType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { EVENT_TYPES, EVENTS, type EventType } from './event-types.ts'
import { Event, EventQuery } from './schemas.ts'

/**
 * Converts events to their API form. Events of agents show their facts only to people who may read everything
 * that the run uses.
 */
const showEvents = async (rows: OutboxModel[], reader: Reader): Promise<Event[]> => {
  const runIds = rows.flatMap((row) => runBehind(row) ?? [])
  if (runIds.length === 0) return rows.map((row) => toEvent(row, []))
  const definitions = await loadDefinitions(reader, runIds)
  const closedTo = await needsOfClosedAssistants(reader)
  return rows.map((row) => {
    const definition = definitions.get(runBehind(row) ?? '')
    if (!definition) return toEvent(row, [])
    const nodes = definition.nodes.map(({ id }) => id)
    const takes = [...needsToReadAll(definition), ...closedTo(definition, nodes)]
    return toEvent(row, missingOf(reader.actor, takes))
  })
}

/** For an event about an agent: its run. */
const runBehind = ({ type, payload }: OutboxModel): string | undefined =>
  type === customEvent ? ((payload as { runId: string | null }).runId ?? undefined) : undefined

const customEvent: EventType = 'custom.emitted'

const toEvent = (row: OutboxModel, withheld: readonly string[]): Event => ({
  id: row.id,
  type: row.type as EventType,
  createdAt: utc(row.createdAt),
  data: {
    ...fromJson(Event.shape.data, row.payload),
    ...(withheld.length > 0 && { data: {} }),
  },
  withheld: [...withheld],
  subjectType: subjectTypeOf(row.subjectType),
  subjectId: row.subjectId,
  actor: fromJson(Event.shape.actor, row.actor),
  requestId: row.requestId,
  workflowId: row.workflowId,
  test: row.kind === 'test',
})

/** Excludes messages to workflows, which are also in the outbox. */
const events = recordQueries({
  permission: 'events:read',
  name: 'event',
  find: ({ db }, { where, ...selection }: Selection<Prisma.OutboxWhereInput>) =>
    db.outbox.findMany({ where: { kind: { not: 'workflow' }, ...where }, ...selection }),
  show: showEvents,
})

export const getEvent = events.get
/** A test event is found only by its id. */
export const listEvents = events.list((query: EventQuery) => ({
  kind: 'event',
  ...given(query, 'type', 'subjectId', 'requestId', 'workflowId'),
  ...(query.subjectType && { subjectType: { in: query.subjectType.map(storedType) } }),
}))

/** The catalog of events for subscribers. */
export const listEventTypes = async (ctx: Context) => {
  authorize(ctx.actor, 'events:read')
  catalog ??= EVENT_TYPES.map(describeEvent)
  return { data: catalog }
}

/** The structure that is guaranteed: within a version, members can be added to the data. */
const openSchemaOf = (payload: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(payload, {
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })

const describeEvent = (type: EventType) => ({
  type,
  description: EVENTS[type].description,
  schema: openSchemaOf(EVENTS[type].payload),
  example: EVENTS[type].example as Record<string, unknown>,
})

/** Built for the first caller, because the schemas take a tenth of a second. */
let catalog: ReturnType<typeof describeEvent>[] | undefined
