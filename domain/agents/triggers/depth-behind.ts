import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { TriggerEvent } from './load-event.ts'
import { MOST_DEPTH } from './rules.ts'

/** The runs that events are about or that caused them, by id. */
export type RunsBehind = ReadonlyMap<string, { agentId: string; depth: number }>

export const loadRunsBehind = async (
  { db, tenantId }: Reader,
  events: readonly TriggerEvent[],
): Promise<RunsBehind> => {
  const ids = events.flatMap((event) => runBehind(event) ?? [])
  const runs =
    ids.length === 0 ? [] : await db.agentRun.findMany({ where: { tenantId, id: { in: ids } } })
  return new Map(runs.map((run) => [run.id, run]))
}

/**
 * The depth of a run that this event would start. Undefined if the chain would never end: the event comes from
 * the agent's own run, or too many runs caused each other.
 */
export const depthBehind = (
  agentId: string,
  event: TriggerEvent,
  runs: RunsBehind,
): number | undefined => {
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
