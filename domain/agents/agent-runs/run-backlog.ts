import type { Platform } from '#platform/core/context/platform.ts'

/** Agent runs in progress, across all tenants. */
export interface RunBacklog {
  /** Runs that wait: for a decision, a time or an event. */
  waiting: number
  /** Age of the longest waiting step. */
  oldestWaitSeconds: number
  /** The delay of the most overdue run, measured from the end of its wait or from the start of its node. */
  oldestOverdueSeconds: number
  /** The highest number of consecutive failures of an agent. */
  mostFailuresInARow: number
  /** Agents paused after consecutive failures. */
  pausedByFailures: number
}

interface Row {
  waiting: number
  waitingSince: Date | null
  overdueSince: Date | null
  mostFailuresInARow: number
  pausedByFailures: number
}

/** Figures for /metrics. Runs that people paused, and runs of suspended centres, do not count as overdue. */
export const runBacklog = async ({ clock, database }: Platform): Promise<RunBacklog> => {
  const now = clock.now()
  const { rows } = await database.system.query<Row>({
    name: 'run_backlog',
    text: BACKLOG,
    values: [now],
  })
  const { waiting, waitingSince, overdueSince, mostFailuresInARow, pausedByFailures } = rows[0]!
  const since = (at: Date | null) => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : 0)
  return {
    waiting,
    oldestWaitSeconds: since(waitingSince),
    oldestOverdueSeconds: since(overdueSince),
    mostFailuresInARow,
    pausedByFailures,
  }
}

const BACKLOG = `
  WITH under_way AS (
    SELECT r.tenant_id, r.id, r.status, r.updated_at FROM agent_runs r
    JOIN tenants t ON t.tenant_id = r.tenant_id AND t.status = 'ACTIVE'
    WHERE r.finished_at IS NULL AND r.agent_id IS NOT NULL AND r.status IN ('RUNNING', 'WAITING')),
  steps AS (
    SELECT s.waits_until, s.created_at FROM under_way r
    JOIN agent_run_steps s ON s.tenant_id = r.tenant_id AND s.run_id = r.id AND s.status = 'WAITING')
  SELECT
    (SELECT count(*)::int FROM under_way WHERE status = 'WAITING') AS waiting,
    (SELECT min(created_at) FROM steps) AS "waitingSince",
    LEAST(
      (SELECT min(waits_until) FROM steps WHERE waits_until < $1),
      (SELECT min(GREATEST(r.updated_at, (
         SELECT max(s.updated_at) FROM agent_run_steps s WHERE s.tenant_id = r.tenant_id AND s.run_id = r.id)))
       FROM under_way r WHERE r.status = 'RUNNING')) AS "overdueSince",
    (SELECT COALESCE(max(failures_in_a_row), 0) FROM agents WHERE failures_in_a_row > 0) AS "mostFailuresInARow",
    (SELECT count(*)::int FROM agents WHERE failures_in_a_row > 0 AND pause_reason = 'FAILURES') AS "pausedByFailures"`
