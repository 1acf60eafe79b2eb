import { runBacklog } from '#agents/agent-runs/run-backlog.ts'
import type { AttemptEnded } from '#webhooks/deliveries/delivery-scheduler.ts'
import { unsealedAgeSeconds } from '#platform/audit/unsealed-age-seconds.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { deliveryBacklog } from '#webhooks/deliveries/delivery-backlog.ts'
import { FINAL_REASONS } from '#webhooks/deliveries/settle-attempt.ts'
import { registerBacklogGauges } from '../providers/metrics/backlog-gauges.ts'
import { observeDatabase } from '../providers/metrics/database-metrics.ts'
import { createRegistry, DURATION_BUCKETS } from '../providers/metrics/registry.ts'
import type { RelayObserver } from '../relay/relay.ts'

/** Set from the start, so that an alert on an increase sees the first one. */
const RELAY_PARTS: readonly Parameters<NonNullable<RelayObserver['failed']>>[0][] = [
  'leadership',
  'listen',
  'events',
  'plans',
  'workflows',
  'couriers',
]

/** The worker's Prometheus metrics. No label contains personal data or a tenant. */
export const createWorkerMetrics = (platform: Platform) => {
  const metering = createRegistry()
  const { registry, counter, gauge, histogram } = metering
  registerBacklogGauges(metering, {
    outbox: () => outboxBacklog(platform),
    unsealedAgeSeconds: () => unsealedAgeSeconds(platform),
    deliveries: () => deliveryBacklog(platform),
    agentRuns: () => runBacklog(platform),
  })
  observeDatabase(metering, platform.database)
  const leading = gauge({
    name: 'therapy_relay_leading',
    help: '1 in the process that leads the relay',
  })
  const events = counter({ name: 'therapy_relay_events_total', help: 'Events fanned out' })
  const deliveries = counter({
    name: 'therapy_relay_deliveries_total',
    help: 'Deliveries created from events',
  })
  const messages = counter({
    name: 'therapy_relay_messages_total',
    help: 'Messages handed to workflows',
  })
  const postponed = counter({
    name: 'therapy_relay_postponed_total',
    help: 'Messages that Temporal refused',
  })
  const failures = counter({
    name: 'therapy_relay_failures_total',
    help: 'Rounds that failed, by part',
    labelNames: ['part'],
  })
  for (const part of RELAY_PARTS) failures.inc({ part }, 0)
  const attempts = histogram({
    name: 'therapy_webhook_attempt_duration_seconds',
    help: 'Duration of webhook attempts by outcome and reason',
    labelNames: ['outcome', 'reason'],
  })
  const finished = counter({
    name: 'therapy_webhook_deliveries_finished_total',
    help: 'Deliveries that an attempt finished: succeeded, or failed for good, by reason',
    labelNames: ['status', 'reason'],
  })
  for (const reason of FINAL_REASONS) finished.inc({ status: 'FAILED', reason }, 0)
  const breakers = counter({
    name: 'therapy_webhook_breaker_changes_total',
    help: 'Breakers opened (again after each failed probe) or closed',
    labelNames: ['to'],
  })
  for (const to of ['open', 'closed']) breakers.inc({ to }, 0)
  const delay = histogram({
    name: 'therapy_webhook_delivery_delay_seconds',
    help: 'From the commit of an event (or its redelivery, or a resume) to the end of the successful attempt',
    labelNames: ['attempt'],
    buckets: [...DURATION_BUCKETS, 60, 600, 3_600, 21_600, 86_400],
  })
  const activities = histogram({
    name: 'therapy_activity_duration_seconds',
    help: 'Duration of activities by name and outcome; a lease lasts while there is work',
    labelNames: ['activity', 'outcome'],
    buckets: [...DURATION_BUCKETS, 60, 300],
  })
  const runs = counter({
    name: 'therapy_agent_runs_total',
    help: 'Ended runs of configured agents, by outcome; cancelled runs are excluded',
    labelNames: ['outcome'],
  })
  for (const outcome of ['SUCCEEDED', 'FAILED', 'CANCELLED']) runs.inc({ outcome }, 0)
  const relay: Required<RelayObserver> = {
    leading: (leads) => leading.set(leads ? 1 : 0),
    fannedOut: (made, deliveriesMade) => {
      events.inc(made)
      deliveries.inc(deliveriesMade)
    },
    handedOver: (count) => messages.inc(count),
    postponed: () => postponed.inc(),
    failed: (part) => failures.inc({ part }),
  }
  return {
    registry,
    relay,
    attempt: ({ result, delivery, state, endedAt }: AttemptEnded) => {
      const { outcome, reason, durationMs } = result
      attempts.observe({ outcome, reason: reason ?? 'none' }, durationMs / 1_000)
      if (state.status === 'PENDING') return
      finished.inc({ status: state.status, reason: state.lastReason ?? 'none' })
      if (state.status === 'FAILED') return
      const delayMs = endedAt.getTime() - delivery.windowFrom.getTime()
      delay.observe({ attempt: delivery.attemptCount === 0 ? 'first' : 'retry' }, delayMs / 1_000)
    },
    breaker: (to: 'open' | 'closed') => breakers.inc({ to }),
    activity: (activity: string, outcome: 'completed' | 'failed', ms: number) =>
      activities.observe({ activity, outcome }, ms / 1_000),
    agentRun: (outcome: 'SUCCEEDED' | 'FAILED' | 'CANCELLED') => runs.inc({ outcome }),
    /** Values that are read with every scrape. */
    watchDeliveries: (deliveries: { leases: number; attemptsUnderWay: number }) => {
      gauge({
        name: 'therapy_webhook_couriers_active',
        help: 'Endpoints to which this process is delivering',
        collect() {
          this.set(deliveries.leases)
        },
      })
      gauge({
        name: 'therapy_webhook_attempts_under_way',
        help: 'Attempts in progress in this process; at most 512',
        collect() {
          this.set(deliveries.attemptsUnderWay)
        },
      })
    },
  }
}
