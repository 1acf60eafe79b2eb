import type { Context } from '#platform/core/context.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import { HOUR_MS, dateIn, utcOrNull } from '#platform/core/time.ts'
import { read, transact, type Reader, type Transaction } from '#platform/core/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadAgent, loadAgentVersion } from '../agents/queries.ts'
import { definitionOf } from '../agents/schemas.ts'
import { beginRun } from '../configured-runs/begin-run.ts'
import { checkedInput } from '../configured-runs/checked-input.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import type { Trigger } from '../definitions/triggers.ts'
import { loadEvent, type TriggerEvent } from './load-event.ts'
import { matches } from './matches.ts'
import { nextRunAt } from './next-run-at.ts'

/** Events of one transaction. */
const EVENTS_AT_ONCE = 20
/** A run caused by a run caused by a run is the last: further ones would not end. */
const MOST_DEPTH = 3
/** A time that is so long ago was missed. */
const MISSED_MS = HOUR_MS

/**
 * Starts the runs of a centre that events or times ask for. Done again it starts nothing twice: what has been looked at
 * is gone, in the transaction that begins the run.
 */
export const fireTriggers = async (ctx: Context): Promise<{ nextAt: string | null }> => {
  const busy = new Set<string>()
  while (await transact(ctx, 'agent-runs:write', (tx) => lookAtEvents(tx, busy))) continue
  while (await transact(ctx, 'agent-runs:write', startDue)) continue
  return read(ctx, 'agents:read', async ({ db, tenantId }) => {
    const next = await db.agent.findFirst({
      where: { tenantId, nextRunAt: { not: null } },
      orderBy: { nextRunAt: 'asc' },
      select: { nextRunAt: true },
    })
    return { nextAt: utcOrNull(next?.nextRunAt ?? null) }
  })
}

interface Caught {
  id: string
  agentId: string
  eventId: string
}

/** @param busy agents whose further events wait for the run that is under way */
const lookAtEvents = async (tx: Transaction, busy: Set<string>): Promise<boolean> => {
  tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
  const caught = await tx.sql<Caught>(TAKE, [tx.tenantId, [...busy], EVENTS_AT_ONCE])
  const done: bigint[] = []
  for (const one of caught) {
    if (busy.has(one.agentId)) continue
    if (await lookAt(tx, one)) done.push(BigInt(one.id))
    else busy.add(one.agentId)
  }
  await tx.db.agentTrigger.deleteMany({ where: { tenantId: tx.tenantId, id: { in: done } } })
  return caught.length > 0
}

/** In the order in which they happened. */
const TAKE = `
  SELECT id, agent_id AS "agentId", event_id AS "eventId" FROM agent_triggers
  WHERE tenant_id = $1 AND agent_id <> ALL ($2) ORDER BY id LIMIT $3`

/** Whether the event is settled: a run began, or none is to. */
const lookAt = async (tx: Transaction, { id, agentId, eventId }: Caught): Promise<boolean> => {
  await lockRecord(tx, 'agents', agentId)
  const { tenantId } = tx
  // Somebody else may have looked at it while this waited.
  if ((await tx.db.agentTrigger.count({ where: { tenantId, id: BigInt(id) } })) === 0) return true
  const agent = await loadAgent(tx, agentId)
  const event = await loadEvent(tx, eventId)
  if (!event || agent.eventType !== event.type) return true
  const started = await startOf(tx, agentId, agent.publishedVersion!)
  const { trigger } = started.definition
  if (trigger.type !== 'EVENT' || !(await matches(tx, trigger.filter, event))) return true
  const depth = await depthBehind(tx, agentId, event)
  if (depth === undefined) return true
  const begun = await beginRun(tx, { ...started, event, depth })
  return !('refused' in begun) || begun.refused !== 'BUSY' || isDropped(started.definition)
}

const isDropped = ({ concurrency }: AgentDefinition): boolean => concurrency === 'SKIP'

/** How deep a run by this event is; undefined where there would be no end: its own event, or too many in a row. */
const depthBehind = async (
  { db, tenantId }: Reader,
  agentId: string,
  event: TriggerEvent,
): Promise<number | undefined> => {
  const runId = runBehind(event)
  if (!runId) return 0
  const cause = await db.agentRun.findFirst({ where: { tenantId, id: runId } })
  if (!cause) return 0
  const depth = cause.depth + 1
  return cause.agentId === agentId || depth > MOST_DEPTH ? undefined : depth
}

/** The run that an event is of, or that caused it; undefined where none did. */
const runBehind = ({ subjectType, subjectId, workflowId }: TriggerEvent): string | undefined => {
  if (subjectType === 'agentRun') return subjectId
  const [kind, , runId] = workflowId?.split('/') ?? []
  return kind === 'configured-run' ? runId : undefined
}

/** What a run begins with that nobody calls for: it acts for whoever published the version. */
const startOf = async (reader: Reader, agentId: string, number: number) => {
  const version = await loadAgentVersion(reader, { id: agentId, number })
  const definition = definitionOf(version)
  const input = checkedInput(definition.inputs, {})
  return { agentId, number, definition, input, startedBy: version.publishedBy }
}

/** Starts the agent whose time has come longest ago; false where there is none. */
const startDue = async (tx: Transaction): Promise<boolean> => {
  const { db, tenantId, now } = tx
  tx.nothingChanged({ type: 'tenant', id: tenantId })
  const due = await db.agent.findFirst({
    where: { tenantId, nextRunAt: { lte: now } },
    orderBy: { nextRunAt: 'asc' },
    select: { id: true },
  })
  if (!due) return false
  await lockRecord(tx, 'agents', due.id)
  const { id, nextRunAt: dueAt, publishedVersion } = await loadAgent(tx, due.id)
  // Paused or started by somebody else meanwhile.
  if (!dueAt || dueAt > now) return true
  const started = await startOf(tx, id, publishedVersion!)
  const { trigger } = started.definition
  if (trigger.type !== 'SCHEDULE') throw new Error(`${id} has a time and no schedule`)
  const { defaultTimeZone: centreTimeZone } = await loadTenantSettings(tx)
  if (await isWanted(tx, trigger, { dueAt, centreTimeZone })) await beginRun(tx, started)
  // Not a change of what the agent is: its version stays.
  await db.agent.update({
    where: keyOf(tx, id),
    data: { nextRunAt: nextRunAt(trigger, { after: now, centreTimeZone }) },
  })
  return true
}

const isWanted = async (
  { db, tenantId, now }: Transaction,
  { ifMissed, onClosure, timeZone }: Extract<Trigger, { type: 'SCHEDULE' }>,
  { dueAt, centreTimeZone }: { dueAt: Date; centreTimeZone: string },
): Promise<boolean> => {
  if (ifMissed === 'SKIP' && now.getTime() - dueAt.getTime() >= MISSED_MS) return false
  if (onClosure === 'RUN') return true
  const day = new Date(dateIn(dueAt, timeZone ?? centreTimeZone))
  const closed = await db.closure.findFirst({
    where: {
      tenantId,
      locationId: null,
      archivedAt: null,
      startsOn: { lte: day },
      endsOn: { gte: day },
    },
    select: { id: true },
  })
  return closed === null
}
