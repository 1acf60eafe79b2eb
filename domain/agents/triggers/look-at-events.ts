import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { beginRuns, type Beginning, type NewRun } from '../agent-runs/start/begin-runs.ts'
import { checkedInput } from '../agent-runs/start/checked-input.ts'
import { lockAgentToRun } from '../agent-runs/start/lock-agent-to-run.ts'
import { beginningOf } from './beginning-of.ts'
import { countSeen, type Seen } from './count-seen.ts'
import { judgeEvent } from './judge-event.ts'
import { loadEvents, type TriggerEvent } from './load-event.ts'
import { becameOf, refused } from './outcome.ts'
import { settleAwaited } from './settle-awaited.ts'
import { depthBehind, loadRunsBehind, type RunsBehind } from './depth-behind.ts'
import { EVENTS_AT_ONCE } from './rules.ts'

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
  /** The depth of the run that a message starts. */
  depth: number
}

/** The events that were caught, and the runs that they are about or that caused them. */
interface Known {
  events: ReadonlyMap<string, TriggerEvent>
  runs: RunsBehind
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
  const seen: Seen[] = []
  const starting = caught.filter(({ stepId, agentId }) => stepId === null && !busy.has(agentId))
  for (const [agentId, mine] of Map.groupBy(starting, (one) => one.agentId)) {
    const { settled, seen: counted } = await startRuns(tx, agentId, mine, known)
    if (settled.length < mine.length) busy.add(agentId)
    done.push(...settled)
    seen.push(...counted)
  }
  countSeen(tx, seen)
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
  SELECT id, agent_id AS "agentId", event_id AS "eventId", step_id AS "stepId", input, url_created_by AS "urlCreatedBy",
    depth
  FROM agent_triggers
  WHERE tenant_id = $1 AND (step_id IS NOT NULL OR agent_id <> ALL ($2)) ORDER BY id LIMIT $3`

const loadKnown = async (reader: Reader, caught: readonly Caught[]): Promise<Known> => {
  const events = await loadEvents(
    reader,
    caught.flatMap(({ eventId, input }) => (input === null ? [eventId] : [])),
  )
  return { events, runs: await loadRunsBehind(reader, [...events.values()]) }
}

/** Events that have been processed: a run was started or is not wanted. */
interface Settled {
  settled: readonly Caught[]
  seen: Seen[]
}

/**
 * Starts the runs of an agent for its events, in order. The first event that must wait for the current run keeps
 * the later ones waiting.
 */
const startRuns = async (
  tx: Transaction,
  agentId: string,
  caught: readonly Caught[],
  known: Known,
): Promise<Settled> => {
  const ids = caught.map(({ id }) => id)
  // The second statement reads after the agent is locked: another process may have handled events meanwhile.
  const [locked, left] = await Promise.all([
    lockAgentToRun(tx, agentId),
    tx.sql<{ id: string }>(LEFT, [tx.tenantId, ids]),
  ])
  const open = new Set(left.map(({ id }) => id))
  const { agent, timeZone } = locked
  if (agent?.publishedVersion == null) return { settled: caught, seen: [] }
  const of = beginningOf(locked)
  const looked = caught
    .filter(({ id }) => open.has(id))
    .map((one) => ({ one, ...lookAt(one, agent, of, { ...known, now: tx.now, timeZone }) }))
  const wanted = looked.flatMap(({ one, run }) => (run ? [{ one, run }] : []))
  const runs = wanted.map(({ run }) => run)
  const begun = await beginRuns(tx, of, runs)
  const waits = begun.findIndex((it) => 'refused' in it && it.refused === 'BUSY')
  const settled =
    waits < 0 || of.definition.concurrency === 'SKIP'
      ? caught
      : caught.slice(0, caught.indexOf(wanted[waits]!.one))
  const seen = looked
    .filter(({ one }) => settled.includes(one))
    .map(({ one, run, why }): Seen => {
      const facts = { agentId, agentVersion: of.number, eventId: one.eventId }
      return { ...facts, ...(run ? becameOf(begun[runs.indexOf(run)]!) : why) }
    })
  return { settled, seen }
}

const LEFT = 'SELECT id FROM agent_triggers WHERE tenant_id = $1 AND id = ANY ($2)'

interface Agent {
  id: string
  eventType: string | null
  pausedAt: Date | null
  archivedAt: Date | null
}

/** The run that an event or a message starts, or why it is to start none. */
type Looked =
  | { run: NewRun; why?: never }
  | { run?: never; why: Pick<Seen, 'outcome' | 'code' | 'message'> }

const lookAt = (
  { eventId, input, urlCreatedBy, depth: ofMessage }: Caught,
  agent: Agent,
  { definition }: Beginning,
  known: Known & { now: Date; timeZone: string },
): Looked => {
  const begun = () => ({ input: checkedInput(definition.inputs, input ?? {}), causedBy: eventId })
  const isStopped = agent.pausedAt !== null || agent.archivedAt !== null
  // The filter of a message was checked when it arrived; the agent may have been stopped since.
  if (input !== null)
    return isStopped
      ? { why: refused('agent_stopped') }
      : { run: { ...begun(), urlCreatedBy, depth: ofMessage } }
  if (isStopped) return { why: refused('agent_stopped') }
  const event = known.events.get(eventId)
  if (!event) return { why: refused('event_removed') }
  // Another version was published since, whose trigger is another one.
  if (agent.eventType !== event.type) return { why: refused('trigger_changed') }
  const depth = depthBehind(agent.id, event, known.runs)
  if (depth === undefined) return { why: refused('chain_of_runs') }
  const verdict = judgeEvent(definition.trigger, event, known)
  switch (verdict.verdict) {
    case 'MATCHES':
      return { run: { ...begun(), event, depth } }
    case 'DIFFERS':
      return { why: { outcome: 'FILTERED' } }
    case 'FAILED':
      return {
        why: { outcome: 'FAILED', code: 'expression_failed', message: verdict.message },
      }
  }
}
