import type { Metering } from './registry.ts'

/** What waits in the database, asked for whenever the metrics are read. */
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
 * Gauges of what waits. All processes show the same figures: query them with `max`. While the
 * database is away `therapy_database_up` is 0 and the others are absent, so that no old figure looks
 * like a new one; the rest of the metrics is answered all the same.
 */
export const registerBacklogGauges = (
  { gauge }: Metering,
  { outbox, unsealedAgeSeconds, deliveries, agentRuns }: Backlog,
): void => {
  let asked: Promise<void> | undefined
  /** Gauges are read side by side: they share one question. */
  const collect = () => (asked ??= ask().finally(() => (asked = undefined)))
  const up = gauge({
    name: 'therapy_database_up',
    help: '1 while PostgreSQL answers',
    collect,
  })
  const waiting = [
    gauge({
      name: 'therapy_outbox_pending',
      help: 'Outbox rows that wait for hand-over',
      collect,
    }),
    gauge({
      name: 'therapy_outbox_oldest_age_seconds',
      help: 'Age of the oldest outbox row that waits for hand-over; 0 when none does',
      collect,
    }),
    gauge({
      name: 'therapy_audit_unsealed_oldest_age_seconds',
      help: 'Age of the oldest audit entry that no seal covers; 0 when all are sealed',
      collect,
    }),
  ]
  if (deliveries) {
    waiting.push(
      gauge({
        name: 'therapy_webhook_pending_deliveries',
        help: 'Deliveries that have neither succeeded nor failed for good',
        collect,
      }),
      gauge({
        name: 'therapy_webhook_oldest_due_age_seconds',
        help: 'How long the attempt that is most overdue, of any active endpoint without a limit, has been due',
        collect,
      }),
      gauge({
        name: 'therapy_webhook_open_breakers',
        help: 'Active endpoints that are left alone for a while because they fail',
        collect,
      }),
    )
  }
  if (agentRuns) {
    waiting.push(
      gauge({
        name: 'therapy_agent_runs_waiting',
        help: 'Runs of configured agents that wait for a decision, a time or an event',
        collect,
      }),
      gauge({
        name: 'therapy_agent_runs_oldest_wait_seconds',
        help: 'How long the step of a run that waits longest has waited; 0 when none does',
        collect,
      }),
      gauge({
        name: 'therapy_agent_runs_oldest_overdue_seconds',
        help: 'How long the run that is most overdue has done nothing: past its time, or in the middle of a node',
        collect,
      }),
      gauge({
        name: 'therapy_agent_failures_in_a_row',
        help: 'Runs that failed in a row, of the agent that has most of them',
        collect,
      }),
      gauge({
        name: 'therapy_agents_paused_by_failures',
        help: 'Agents that are paused because their runs failed in a row',
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
