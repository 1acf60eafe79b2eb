import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { ONE_PAGE, type Page } from '#platform/core/lists/paging.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { AgentRunStatus } from '../agent-runs/schemas.ts'
import { definitionOf } from '../definitions/definition.ts'
import { ATTENTION_EVENT } from '../definitions/triggers.ts'
import { depthBehind, loadRunsBehind } from './depth-behind.ts'
import { REASONS, type Reason } from './reasons.ts'
import { examplesOf } from './get-agent-triggers.ts'
import { judgeEvent } from './judge-event.ts'
import { loadEvent, type TriggerEvent } from './load-event.ts'
import type { Outcome } from './outcome.ts'
import type { EventAgent } from './schemas.ts'

export const EXPLAIN_NEEDS = ['events:read', 'agents:read', 'agent-runs:read'] as const

/**
 * Why an event started runs, or none, of each agent that is for events of its type. Of runs, of events that wait, and
 * of the last events of each outcome this is known; for other events, the published version judges again.
 */
export const explainEvent = (ctx: Context, { id }: { id: string }): Promise<Page<EventAgent>> =>
  read(ctx, EXPLAIN_NEEDS, async (reader) => {
    const event = await loadEvent(reader, id)
    if (!event) throw notFound('event')
    const [runs, rows] = await Promise.all([
      loadRunsBehind(reader, [event]),
      reader.sql<Row>(AGENTS, [reader.tenantId, id, event.type, event.createdAt, ATTENTION_EVENT]),
    ])
    const data = rows.map((row): EventAgent => {
      const depth = depthBehind(row.agentId, event, runs)
      const { reason, message } = reasonOf(reader, event, { ...row, depth })
      return {
        agentId: row.agentId,
        agentName: row.name,
        agentVersion: row.agentVersion,
        reason,
        message: message ?? REASONS[reason],
        runId: row.runId,
        runStatus: row.runStatus,
        runFailureCode: row.runFailureCode,
      }
    })
    return { data, ...ONE_PAGE }
  })

interface Row {
  agentId: string
  name: string
  agentVersion: number
  definition: unknown
  timeZone: string
  runId: string | null
  runStatus: (typeof AgentRunStatus)[number] | null
  runFailureCode: string | null
  isWaiting: boolean
  /** The last event of each outcome; null if the version has seen none. */
  examples: unknown
  wasPublished: boolean
  isPaused: boolean
  isOff: boolean
  runsThatDay: number
  wasRunning: boolean
}

interface Explained {
  reason: Reason
  message?: string
}

const reasonOf = (
  { now }: Reader,
  event: TriggerEvent,
  row: Row & { depth: number | undefined },
): Explained => {
  if (row.runId !== null) return { reason: 'STARTED' }
  if (row.isWaiting) return { reason: 'WAITING' }
  const recorded = recordedReason(row, event)
  if (recorded) return recorded
  if (!row.wasPublished) return { reason: 'NOT_PUBLISHED' }
  if (row.isPaused) return { reason: 'PAUSED' }
  if (row.depth === undefined) return { reason: 'CHAIN_OF_RUNS' }
  const { trigger, concurrency, limits } = definitionOf(row)
  const verdict = judgeEvent(trigger, event, { now, timeZone: row.timeZone })
  if (verdict.verdict === 'FAILED') return { reason: 'FILTER_FAILED', message: verdict.message }
  if (verdict.verdict === 'DIFFERS') return { reason: 'FILTERED' }
  if (row.isOff) return { reason: 'AGENTS_OFF' }
  if (row.runsThatDay >= limits.runsPerDay) return { reason: 'RUNS_PER_DAY' }
  return { reason: concurrency === 'SKIP' && row.wasRunning ? 'RUN_IN_PROGRESS' : 'NOT_SEEN' }
}

/** The reason that was recorded, if the event is the last one with its outcome. */
const recordedReason = (row: Row, { id }: TriggerEvent): Explained | undefined => {
  if (row.examples === null) return undefined
  const found = Object.entries(examplesOf(row)).find(([, { eventId }]) => eventId === id)
  if (!found) return undefined
  const [outcome, { code, message }] = found as [Outcome, (typeof found)[1]]
  if (outcome === 'FAILED') return { reason: 'FILTER_FAILED', ...(message && { message }) }
  if (outcome === 'FILTERED') return { reason: 'FILTERED' }
  return { reason: RECORDED[code ?? ''] ?? 'NOT_SEEN' }
}

const RECORDED: Readonly<Record<string, Reason>> = {
  agents_off: 'AGENTS_OFF',
  run_in_progress: 'RUN_IN_PROGRESS',
  runs_per_day: 'RUNS_PER_DAY',
  chain_of_runs: 'CHAIN_OF_RUNS',
  agent_stopped: 'PAUSED',
}

const AGENTS = `
  SELECT a.id AS "agentId", a.name, v.number AS "agentVersion", v.definition,
    t.default_time_zone AS "timeZone", r.id AS "runId", r.status AS "runStatus", r.failure_code AS "runFailureCode",
    EXISTS (SELECT FROM agent_triggers c
      WHERE c.tenant_id = $1 AND c.agent_id = a.id AND c.event_id = $2 AND c.step_id IS NULL) AS "isWaiting",
    n.examples,
    EXISTS (SELECT FROM agent_versions f
      WHERE f.tenant_id = $1 AND f.agent_id = a.id AND f.published_at <= $4::timestamptz) AS "wasPublished",
    COALESCE(a.paused_at <= $4::timestamptz, false) AS "isPaused", t.agents = 'OFF' AS "isOff",
    (SELECT count(*)::int FROM agent_runs d WHERE d.tenant_id = $1 AND d.agent_id = a.id
      AND d.created_at >= date_trunc('day', $4::timestamptz, t.default_time_zone)
      AND d.created_at < date_trunc('day', $4::timestamptz, t.default_time_zone) + interval '1 day') AS "runsThatDay",
    EXISTS (SELECT FROM agent_runs o WHERE o.tenant_id = $1 AND o.agent_id = a.id AND o.created_at <= $4::timestamptz
      AND (o.finished_at IS NULL OR o.finished_at > $4::timestamptz)) AS "wasRunning"
  FROM agents a
  JOIN tenants t ON t.tenant_id = a.tenant_id
  JOIN agent_versions v ON v.tenant_id = a.tenant_id AND v.agent_id = a.id AND v.number = a.published_version
  LEFT JOIN agent_runs r ON r.tenant_id = a.tenant_id AND r.agent_id = a.id AND r.caused_by = $2
  LEFT JOIN agent_trigger_counts n
    ON n.tenant_id = a.tenant_id AND n.agent_id = a.id AND n.agent_version = a.published_version
  WHERE a.tenant_id = $1 AND a.archived_at IS NULL
    AND (v.definition->'trigger'->>'eventType' = $3 AND v.definition->'trigger'->>'type' = 'EVENT'
      OR v.definition->'trigger'->>'type' = 'ATTENTION' AND $3 = $5)
  ORDER BY a.name, a.id`
