import { unsealedAgeSeconds } from '#platform/audit/unsealed-age-seconds.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { registerBacklogGauges } from '../providers/metrics/backlog-gauges.ts'
import { observeDatabase } from '../providers/metrics/database-metrics.ts'
import { createRegistry } from '../providers/metrics/registry.ts'

/** The Prometheus metrics of the API. No label contains personal data or a tenant. */
export const createMetrics = (platform: Platform) => {
  const metering = createRegistry()
  const { registry, counter, gauge, histogram } = metering
  registerBacklogGauges(metering, {
    outbox: () => outboxBacklog(platform),
    unsealedAgeSeconds: () => unsealedAgeSeconds(platform),
  })
  observeDatabase(metering, platform.database)
  const refusals = counter({
    name: 'therapy_http_refusals_total',
    help: 'Requests refused or failed, by problem code',
    labelNames: ['code'],
  })
  // Set from the start, so that alerts on an increase see the first one.
  for (const code of ['file_missing', 'timed_out']) refusals.inc({ code }, 0)
  const journalDelay = histogram({
    name: 'therapy_audit_journal_delay_seconds',
    help: 'How long audit rows of reads and refusals waited for their commit; the response waits too',
  })
  return {
    registry,
    requests: histogram({
      name: 'therapy_http_request_duration_seconds',
      help: 'Duration of requests by operation and status class',
      labelNames: ['operation', 'status_class'],
    }),
    inFlight: gauge({
      name: 'therapy_http_requests_in_flight',
      help: 'Requests in progress',
    }),
    refusals,
    shortages: counter({
      name: 'therapy_shortages_total',
      help: 'Requests that failed because the database or this process ran out of a resource',
      labelNames: ['resource'],
    }),
    replays: counter({
      name: 'therapy_idempotent_replays_total',
      help: 'Requests answered from a stored response',
    }),
    journalCommitted: (delayMs: number) => journalDelay.observe(delayMs / 1_000),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
