import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { beginRuns, type Beginning, type NewRun } from '../agent-runs/start/begin-runs.ts'
import { checkedInput } from '../agent-runs/start/checked-input.ts'
import { lockAgentToRun } from '../agent-runs/start/lock-agent-to-run.ts'
import { ATTENTION_EVENT, type Trigger } from '../definitions/triggers.ts'
import { beginningOf } from './beginning-of.ts'
import { loadEvents, type TriggerEvent } from './load-event.ts'
import { matches } from './matches.ts'
import { settleAwaited } from './settle-awaited.ts'
import { EVENTS_AT_ONCE, MOST_DEPTH } from './rules.ts'

interface Caught {
  id: string
  agentId: string
  eventId: string
  /** The waiting step; null if the event starts a run. */
  stepId: string | null
  /** The inputs of a webhook message. */
  input: object | null
  /** The user or key that created the webhook URL to which the message was sent. */
  urlCreatedBy: string | null
}

/** The events that were caught, and the runs that they are about or that caused them. */
interface Known {
  events: ReadonlyMap<string, TriggerEvent>
  runs: ReadonlyMap<string, { agentId: string; depth: number }>
}

/**
 * Processes the oldest recorded events: settles waiting steps and starts runs, those of an agent together.
 * @param busy agents whose further events wait for the current run
 * @returns whether there were any events
 */
export const lookAtEvents = async (tx: Transaction, busy: Set<string>): Promise<boolean> => {
  const { tenantId } = tx
  tx.nothingChanged({ type: 'tenant', id: tenantId })
  const caught = await tx.sql<Caught>(TAKE, [tenantId, [...busy], EVENTS_AT_ONCE])
  if (caught.length === 0) return false
  const known = await loadKnown(tx, caught)
  const done: Caught[] = []
  const starting = caught.filter(({ stepId, agentId }) => stepId === null && !busy.has(agentId))
  for (const [agentId, mine] of Map.groupBy(starting, (one) => one.agentId)) {
    const settled = await startRuns(tx, agentId, mine, known)
    if (settled.length < mine.length) busy.add(agentId)
    done.push(...settled)
  }
  // Agents are locked before their runs, as when a run ends.
  for (const one of caught.filter(({ stepId }) => stepId !== null)) {
    const event = known.events.get(one.eventId)
    if (event) await settleAwaited(tx, one.stepId!, event)
    done.push(one)
  }
  const ids = done.map(({ id }) => BigInt(id))
  await tx.db.agentTrigger.deleteMany({ where: { tenantId, id: { in: ids } } })
  return true
}

/** Ordered by occurrence. Events for waiting steps are taken even if their agent is busy. */
const TAKE = `
  SELECT id, agent_id AS "agentId", event_id AS "eventId", step_id AS "stepId", input, url_created_by AS "urlCreatedBy"
  FROM agent_triggers
  WHERE tenant_id = $1 AND (step_id IS NOT NULL OR agent_id <> ALL ($2)) ORDER BY id LIMIT $3`

const loadKnown = async (reader: Reader, caught: readonly Caught[]): Promise<Known> => {
  const events = await loadEvents(
    reader,
    caught.flatMap(({ eventId, input }) => (input === null ? [eventId] : [])),
  )
  const ids = [...events.values()].flatMap((event) => runBehind(event) ?? [])
  const { db, tenantId } = reader
  const runs =
    ids.length === 0 ? [] : await db.agentRun.findMany({ where: { tenantId, id: { in: ids } } })
  return { events, runs: new Map(runs.map((run) => [run.id, run])) }
}

/**
 * Starts the runs of an agent for its events, in order. Returns the events that have been processed: a run was
 * started or is not wanted. The first event that must wait for the current run keeps the later ones waiting.
 */
const startRuns = async (
  tx: Transaction,
  agentId: string,
  caught: readonly Caught[],
  known: Known,
): Promise<readonly Caught[]> => {
  const ids = caught.map(({ id }) => id)
  // The second statement reads after the agent is locked: another process may have handled events meanwhile.
  const [locked, left] = await Promise.all([
    lockAgentToRun(tx, agentId),
    tx.sql<{ id: string }>(LEFT, [tx.tenantId, ids]),
  ])
  const open = new Set(left.map(({ id }) => id))
  const { agent, timeZone } = locked
  if (agent?.publishedVersion == null) return caught
  const of = beginningOf(locked)
  const wanted = caught.flatMap((one) => {
    const run = open.has(one.id) && runFor(one, agent, of, { ...known, now: tx.now, timeZone })
    return run ? [{ one, run }] : []
  })
  const begun = await beginRuns(
    tx,
    of,
    wanted.map(({ run }) => run),
  )
  const waits = begun.findIndex((it) => 'refused' in it && it.refused === 'BUSY')
  if (waits < 0 || of.definition.concurrency === 'SKIP') return caught
  return caught.slice(0, caught.indexOf(wanted[waits]!.one))
}

const LEFT = 'SELECT id FROM agent_triggers WHERE tenant_id = $1 AND id = ANY ($2)'

interface Agent {
  id: string
  eventType: string | null
  pausedAt: Date | null
  archivedAt: Date | null
}

/** The run that an event or a message starts; undefined if it is to start none. */
const runFor = (
  { eventId, input, urlCreatedBy }: Caught,
  agent: Agent,
  { definition }: Beginning,
  known: Known & { now: Date; timeZone: string },
): NewRun | undefined => {
  const begun = () => ({ input: checkedInput(definition.inputs, input ?? {}), causedBy: eventId })
  // The filter of a message was checked when it arrived; the agent may have been stopped since.
  if (input !== null)
    return agent.pausedAt || agent.archivedAt ? undefined : { ...begun(), urlCreatedBy }
  const event = known.events.get(eventId)
  if (!event || agent.eventType !== event.type) return undefined
  const depth = depthBehind(agent.id, event, known)
  return depth !== undefined && isTaken(definition.trigger, event, known)
    ? { ...begun(), event, depth }
    : undefined
}

const isTaken = (
  trigger: Trigger,
  event: TriggerEvent,
  at: { now: Date; timeZone: string },
): boolean => {
  if (trigger.type === 'EVENT') return matches(at, trigger.filter, event)
  if (trigger.type !== 'ATTENTION' || event.type !== ATTENTION_EVENT) return false
  const { kinds, filter } = trigger
  const { kind } = event.data as { kind: (typeof kinds)[number] }
  return (kinds.length === 0 || kinds.includes(kind)) && matches(at, filter, event)
}

/**
 * The depth of a run that this event would start. Undefined if the chain would never end: the event comes from
 * the agent's own run, or too many runs caused each other.
 */
const depthBehind = (agentId: string, event: TriggerEvent, { runs }: Known): number | undefined => {
  const cause = runs.get(runBehind(event) ?? '')
  if (!cause) return 0
  const depth = cause.depth + 1
  return cause.agentId === agentId || depth > MOST_DEPTH ? undefined : depth
}

/** The run that the event is about, or that caused it; undefined if there is none. */
const runBehind = ({ subjectType, subjectId, workflowId }: TriggerEvent): string | undefined => {
  if (subjectType === 'agentRun') return subjectId
  const [kind, , runId] = workflowId?.split('/') ?? []
  return kind === 'agent-run' ? runId : undefined
}
