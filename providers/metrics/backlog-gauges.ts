import type { Metering } from './registry.ts'

/** Reads the backlog of the database each time the metrics are read. */
export interface Backlog {
  outbox: () => Promise<{ pending: number; oldestAgeSeconds: number }>
  unsealedAgeSeconds: () => Promise<number>
  deliveries?: () => Promise<{ pending: number; oldestDueAgeSeconds: number; openBreakers: number }>
  agentRuns?: () => Promise<{
    waiting: number
    oldestWaitSeconds: number
    oldestOverdueSeconds: number
    mostFailuresInARow: number
    pausedByFailures: number
  }>
}

/**
 * Registers gauges of the backlog. All processes show the same figures: query them with `max`. While the
 * database is unavailable, `therapy_database_up` is 0 and the other gauges are absent, so that no old figure
 * looks current; the remaining metrics are still served.
 */
export const registerBacklogGauges = (
  { gauge }: Metering,
  { outbox, unsealedAgeSeconds, deliveries, agentRuns }: Backlog,
): void => {
  let asked: Promise<void> | undefined
  /** Gauges are read concurrently and share one query. */
  const collect = () => (asked ??= ask().finally(() => (asked = undefined)))
  const up = gauge({
    name: 'therapy_database_up',
    help: '1 while PostgreSQL answers',
    collect,
  })
  const waiting = [
    gauge({
      name: 'therapy_outbox_pending',
      help: 'Outbox rows waiting for hand-over',
      collect,
    }),
    gauge({
      name: 'therapy_outbox_oldest_age_seconds',
      help: 'Age of the oldest outbox row waiting for hand-over; 0 if there is none',
      collect,
    }),
    gauge({
      name: 'therapy_audit_unsealed_oldest_age_seconds',
      help: 'Age of the oldest unsealed audit entry; 0 if all are sealed',
      collect,
    }),
  ]
  if (deliveries) {
    waiting.push(
      gauge({
        name: 'therapy_webhook_pending_deliveries',
        help: 'Deliveries that have neither succeeded nor finally failed',
        collect,
      }),
      gauge({
        name: 'therapy_webhook_oldest_due_age_seconds',
        help: 'How overdue the most overdue attempt is, among active endpoints without a limit',
        collect,
      }),
      gauge({
        name: 'therapy_webhook_open_breakers',
        help: 'Active endpoints that are paused for a while because they fail',
        collect,
      }),
    )
  }
  if (agentRuns) {
    waiting.push(
      gauge({
        name: 'therapy_agent_runs_waiting',
        help: 'Runs of configured agents waiting for a decision, a time or an event',
        collect,
      }),
      gauge({
        name: 'therapy_agent_runs_oldest_wait_seconds',
        help: 'Longest wait of a waiting run step; 0 if there is none',
        collect,
      }),
      gauge({
        name: 'therapy_agent_runs_oldest_overdue_seconds',
        help: 'How long the most overdue run has done nothing: past its due time, or within a node',
        collect,
      }),
      gauge({
        name: 'therapy_agent_failures_in_a_row',
        help: 'Highest number of consecutive failed runs of an agent',
        collect,
      }),
      gauge({
        name: 'therapy_agents_paused_by_failures',
        help: 'Agents paused after consecutive failed runs',
        collect,
      }),
    )
  }

  const ask = async () => {
    try {
      const [rows, unsealed, due, runs] = await Promise.all([
        outbox(),
        unsealedAgeSeconds(),
        deliveries?.(),
        agentRuns?.(),
      ])
      const figures = [rows.pending, rows.oldestAgeSeconds, unsealed]
      if (due) figures.push(due.pending, due.oldestDueAgeSeconds, due.openBreakers)
      if (runs)
        figures.push(
          runs.waiting,
          runs.oldestWaitSeconds,
          runs.oldestOverdueSeconds,
          runs.mostFailuresInARow,
          runs.pausedByFailures,
        )
      for (const [index, figure] of figures.entries()) waiting[index]!.set(figure)
      up.set(1)
    } catch {
      up.set(0)
      for (const stale of waiting) stale.remove()
    }
  }
}
