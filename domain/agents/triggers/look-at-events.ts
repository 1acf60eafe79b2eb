import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { loadAgent } from '../agents/queries.ts'
import { beginRun } from '../agent-runs/start/begin-run.ts'
import { ATTENTION_EVENT, type Trigger } from '../definitions/triggers.ts'
import { loadEvent, type TriggerEvent } from './load-event.ts'
import { matches } from './matches.ts'
import { settleAwaited } from './settle-awaited.ts'
import { startOf } from './start-of.ts'
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

/**
 * Processes the oldest recorded events: settles waiting steps and starts runs.
 * @param busy agents whose further events wait for the current run
 * @returns whether there were any events
 */
export const lookAtEvents = async (tx: Transaction, busy: Set<string>): Promise<boolean> => {
  tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
  const caught = await tx.sql<Caught>(TAKE, [tx.tenantId, [...busy], EVENTS_AT_ONCE])
  const done: bigint[] = []
  for (const one of caught) {
    if (one.stepId === null && busy.has(one.agentId)) continue
    if (await lookAt(tx, one)) done.push(BigInt(one.id))
    else busy.add(one.agentId)
  }
  await tx.db.agentTrigger.deleteMany({ where: { tenantId: tx.tenantId, id: { in: done } } })
  return caught.length > 0
}

/** Ordered by occurrence. Events for waiting steps are taken even if their agent is busy. */
const TAKE = `
  SELECT id, agent_id AS "agentId", event_id AS "eventId", step_id AS "stepId", input, url_created_by AS "urlCreatedBy"
  FROM agent_triggers
  WHERE tenant_id = $1 AND (step_id IS NOT NULL OR agent_id <> ALL ($2)) ORDER BY id LIMIT $3`

/** Whether the event has been processed: a run was started, a step continued, or nothing was necessary. */
const lookAt = async (tx: Transaction, caught: Caught): Promise<boolean> => {
  const { id, agentId, eventId, stepId, input } = caught
  if (stepId !== null) {
    const event = await loadEvent(tx, eventId)
    if (event) await settleAwaited(tx, stepId, event)
    return true
  }
  await lockRecord(tx, 'agents', agentId)
  const { tenantId } = tx
  // Another process may have handled it meanwhile.
  if ((await tx.db.agentTrigger.count({ where: { tenantId, id: BigInt(id) } })) === 0) return true
  return input === null ? byEvent(tx, { agentId, eventId }) : byWebhook(tx, { ...caught, input })
}

const byEvent = async (
  tx: Transaction,
  { agentId, eventId }: Pick<Caught, 'agentId' | 'eventId'>,
): Promise<boolean> => {
  const agent = await loadAgent(tx, agentId)
  const event = await loadEvent(tx, eventId)
  if (!event || agent.eventType !== event.type) return true
  const started = await startOf(tx, agent)
  if (!(await isTaken(tx, started.definition.trigger, event))) return true
  const depth = await depthBehind(tx, agentId, event)
  if (depth === undefined) return true
  return begin(tx, { ...started, event, causedBy: eventId, depth })
}

/** The filter was checked when the message arrived; the agent may have been stopped since. */
const byWebhook = async (
  tx: Transaction,
  { agentId, eventId, input, urlCreatedBy }: Caught & { input: object },
): Promise<boolean> => {
  const agent = await loadAgent(tx, agentId)
  if (agent.publishedVersion === null || agent.pausedAt || agent.archivedAt) return true
  return begin(tx, { ...(await startOf(tx, agent, input)), causedBy: eventId, urlCreatedBy })
}

/**
 * Whether the event has been processed: a run was started or is not wanted. An event that must wait has not
 * been processed.
 */
const begin = async (tx: Transaction, run: Parameters<typeof beginRun>[1]): Promise<boolean> => {
  const begun = await beginRun(tx, run)
  return !('refused' in begun) || begun.refused !== 'BUSY' || run.definition.concurrency === 'SKIP'
}

const isTaken = async (reader: Reader, trigger: Trigger, event: TriggerEvent): Promise<boolean> => {
  if (trigger.type === 'EVENT') return matches(reader, trigger.filter, event)
  if (trigger.type !== 'ATTENTION' || event.type !== ATTENTION_EVENT) return false
  const { kinds, filter } = trigger
  const { kind } = event.data as { kind: (typeof kinds)[number] }
  return (kinds.length === 0 || kinds.includes(kind)) && matches(reader, filter, event)
}

/**
 * The depth of a run that this event would start. Undefined if the chain would never end: the event comes from
 * the agent's own run, or too many runs caused each other.
 */
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

/** The run that the event is about, or that caused it; undefined if there is none. */
const runBehind = ({ subjectType, subjectId, workflowId }: TriggerEvent): string | undefined => {
  if (subjectType === 'agentRun') return subjectId
  const [kind, , runId] = workflowId?.split('/') ?? []
  return kind === 'agent-run' ? runId : undefined
}
