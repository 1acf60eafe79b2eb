import { Temporal } from 'temporal-polyfill'
import type { AgentRun } from '#prisma/generated/client.ts'
import type { AgentMode } from '#organization/tenants/schemas.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { agentEvents } from '../events.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { EVENT_NODE } from '../../definitions/triggers.ts'
import type { TriggerEvent } from '../../triggers/load-event.ts'
import { finishAgentRun } from '../loop/finish-agent-run.ts'
import { isComputed } from '../loop/moves.ts'
import { insertSteps } from '../loop/insert-steps.ts'
import { agentRunsWorkflow, agentRunWorkflow } from '../workflows.ts'

/** The version that the runs get, and the settings of the centre. */
export interface Beginning {
  agentId: string
  number: number
  definition: AgentDefinition
  /** The user or key for which the runs act. */
  startedBy: string
  agents: AgentMode
  /** The time zone of the centre. */
  timeZone: string
}

/** What is known about a run before it starts. */
export interface NewRun {
  input: object
  event?: TriggerEvent | undefined
  /** The event or webhook message that starts the run. Each starts only one run. */
  causedBy?: string
  /** The user or key that created the webhook URL whose message starts the run. */
  urlCreatedBy?: string | null
  /** The run that the new run continues. */
  retryOf?: string
  /** The position in a chain of runs that cause each other. */
  depth?: number
}

/** A started run, or why it was not started. */
export type Begun =
  | { run: AgentRun }
  /** Agents are disabled, another run is in progress, or the daily limit is reached. */
  | { refused: 'OFF' | 'BUSY' | 'RATE'; retryAt?: Date }

/**
 * Starts runs of a version, in order, as far as the definition’s concurrency and limits allow it. The caller has
 * locked the agent.
 */
export const beginRuns = async (
  tx: Transaction,
  of: Beginning,
  runs: readonly NewRun[],
): Promise<Begun[]> => {
  if (runs.length === 0) return []
  if (of.definition.concurrency === 'ALLOW') return beginTogether(tx, of, runs)
  const begun: Begun[] = []
  // Each of them sees the ones before it in progress.
  for (const run of runs) begun.push(...(await beginTogether(tx, of, [run])))
  return begun
}

const beginTogether = async (
  tx: Transaction,
  of: Beginning,
  runs: readonly NewRun[],
): Promise<Begun[]> => {
  const { agentId, definition, agents, timeZone } = of
  const { concurrency, limits } = definition
  if (agents === 'OFF') return runs.map(() => ({ refused: 'OFF' }))
  const today = dayOf(tx, timeZone)
  const rows = runs.map((run) => rowOf(tx, of, run))
  const insert = async () => {
    const allows = concurrency === 'ALLOW'
    const values = [tx.tenantId, agentId, today.startsAt, allows, limits.runsPerDay]
    const [result] = await tx.sql<Inserted>(INSERT_RUNS, [...values, JSON.stringify(rows)])
    return result!
  }
  let { inserted, others, runsToday } = await insert()
  if (concurrency === 'REPLACE' && others.length > 0 && runsToday < limits.runsPerDay) {
    for (const id of others) {
      await finishAgentRun(tx, { runId: id, status: 'CANCELLED' })
      tx.wake(agentRunWorkflow, id)
    }
    ;({ inserted, others, runsToday } = await insert())
  }
  const started = rows.slice(0, inserted)
  report(tx, definition, { started, runs })
  const refusal: Begun =
    runsToday + inserted >= limits.runsPerDay
      ? { refused: 'RATE', retryAt: today.endsAt }
      : { refused: 'BUSY' }
  return rows.map((run, index) => (index < inserted ? { run } : refusal))
}

interface Inserted {
  inserted: number
  /** Runs in progress that stand in the way. */
  others: string[]
  /** Number of runs before these. */
  runsToday: number
}

const INSERT_RUNS = `
  WITH before AS (
    SELECT
      (SELECT count(*)::int FROM agent_runs
        WHERE tenant_id = $1 AND agent_id = $2 AND created_at >= $3) AS today,
      CASE WHEN $4::boolean THEN '{}' ELSE ARRAY(SELECT id FROM agent_runs
        WHERE tenant_id = $1 AND agent_id = $2 AND finished_at IS NULL) END AS others),
  inserted AS (
    INSERT INTO agent_runs (tenant_id, id, agent_id, agent_version, input, status, started_by, caused_by,
      url_created_by, retry_of, depth, created_at, updated_at)
    SELECT "tenantId", id, "agentId", "agentVersion", input, 'RUNNING', "startedBy", "causedBy", "urlCreatedBy",
      "retryOf", depth, "createdAt", "createdAt"
    FROM before, ROWS FROM (jsonb_to_recordset($6::jsonb) AS ("tenantId" text, id text, "agentId" text,
      "agentVersion" int, input jsonb, "startedBy" text, "causedBy" text, "urlCreatedBy" text, "retryOf" text,
      depth int, "createdAt" timestamptz)) WITH ORDINALITY AS run ("tenantId", id, "agentId", "agentVersion", input,
      "startedBy", "causedBy", "urlCreatedBy", "retryOf", depth, "createdAt", position)
    WHERE others = '{}' AND today + position <= $5
    RETURNING 1)
  SELECT (SELECT count(*)::int FROM inserted) AS inserted, others, today AS "runsToday" FROM before`

const rowOf = (
  tx: Transaction,
  { agentId, number, startedBy }: Beginning,
  { input, causedBy, urlCreatedBy, retryOf, depth }: NewRun,
): AgentRun => ({
  ...freshRecord(tx, newId('agentRun')),
  agentId,
  agentVersion: number,
  input,
  status: 'RUNNING',
  startedBy,
  causedBy: causedBy ?? null,
  urlCreatedBy: urlCreatedBy ?? null,
  retryOf: retryOf ?? null,
  depth: depth ?? 0,
  failureCode: null,
  failedNode: null,
  finishedAt: null,
  version: 1,
})

const report = (
  tx: Transaction,
  { nodes }: AgentDefinition,
  { started, runs }: { started: readonly AgentRun[]; runs: readonly NewRun[] },
): void => {
  // A workflow of its own costs more than the nodes of such a run.
  const workflow = nodes.every(isComputed) ? agentRunsWorkflow : agentRunWorkflow
  for (const run of started) {
    const subject = { type: 'agentRun', id: run.id } as const
    tx.created(subject, run)
    tx.emit(agentEvents['agent_run.started'], subject, { runId: run.id, agentId: run.agentId })
    tx.start(workflow, run.id)
  }
  const steps = started.flatMap(({ id: runId }, index) => {
    const { event } = runs[index]!
    return event ? [eventStep(tx, runId, event)] : []
  })
  if (steps.length > 0) insertSteps(tx, steps)
}

/** The step that holds the event of a run, for its expressions. */
const eventStep = ({ now }: Transaction, runId: string, event: TriggerEvent) => ({
  id: newId('agentRunStep'),
  runId,
  node: EVENT_NODE,
  item: 0,
  type: 'TRIGGER' as const,
  outcome: { status: 'SUCCEEDED', output: event } as const,
  startedAt: now,
  endedAt: now,
})

const dayOf = ({ now }: Transaction, timeZone: string): { startsAt: Date; endsAt: Date } => {
  const midnight = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay()
  return {
    startsAt: new Date(midnight.epochMilliseconds),
    endsAt: new Date(midnight.add({ days: 1 }).epochMilliseconds),
  }
}
