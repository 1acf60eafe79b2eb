import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Platform } from '../domain/core/platform.ts'
import { outboxBacklog } from '../domain/outbox/backlog.ts'
import { registerOutboxGauges } from '../providers/metrics/outbox-gauges.ts'
import type { AttemptResult } from '../providers/webhooks/index.ts'
import type { RelayObserver } from '../relay/relay.ts'

/** What the worker process tells Prometheus. No label holds personal data or a tenant. */
export const createWorkerMetrics = (platform: Platform) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  registerOutboxGauges(registry, () => outboxBacklog(platform))
  const leading = new Gauge({
    name: 'therapy_relay_leading',
    help: '1 in the process whose relay leads',
    registers,
  })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  const events = counter('therapy_relay_events_total', 'Events fanned out')
  const deliveries = counter('therapy_relay_deliveries_total', 'Deliveries made of events')
  const messages = counter('therapy_relay_messages_total', 'Messages handed to workflows')
  const postponed = counter('therapy_relay_postponed_total', 'Messages that Temporal refused')
  const failures = counter('therapy_relay_failures_total', 'Rounds that failed, by part', 'part')
  const attempts = new Histogram({
    name: 'therapy_webhook_attempt_duration_seconds',
    help: 'Duration of webhook attempts by outcome and reason',
    labelNames: ['outcome', 'reason'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  })
  const relay: RelayObserver = {
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
    attempt: ({ outcome, reason, durationMs }: AttemptResult) =>
      attempts.observe({ outcome, reason: reason ?? 'none' }, durationMs / 1_000),
  }
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>
