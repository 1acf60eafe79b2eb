import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Platform } from '../domain/core/platform.ts'
import { outboxBacklog } from '../domain/outbox/backlog.ts'
import { registerOutboxGauges } from '../providers/metrics/outbox-gauges.ts'

/** What the API process tells Prometheus. No label holds personal data or a tenant. */
export const createMetrics = (platform: Platform) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerOutboxGauges(registry, () => outboxBacklog(platform))
  return {
    registry,
    requests: new Histogram({
      name: 'therapy_http_request_duration_seconds',
      help: 'Duration of requests by operation and status',
      labelNames: ['operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers: [registry],
    }),
    replays: new Counter({
      name: 'therapy_idempotent_replays_total',
      help: 'Requests answered from a stored response',
      registers: [registry],
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
