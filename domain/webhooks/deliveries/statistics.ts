import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, HOUR_MS } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadWebhookEndpoint } from '../endpoints/queries.ts'

const WINDOW_MS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS }
const WINDOWS = ['1h', '24h', '7d', '30d'] as const

export const StatisticsQuery = z.strictObject({
  window: z.enum(WINDOWS).default('24h').meta({ description: 'Length of the window.' }),
})
export type StatisticsQuery = z.infer<typeof StatisticsQuery>

const count = (description: string, example: number) =>
  z.int().min(0).meta({ description, example })
const milliseconds = (example: number) => z.int().min(0).nullable().meta({ example })

export const EndpointStatistics = resourceSchema('EndpointStatistics', {
  endpointId: idOf('webhookEndpoint').meta({ example: exampleId('webhookEndpoint') }),
  startsAt: z.iso
    .datetime()
    .meta({ description: 'Beginning of the window, in UTC.', example: '2026-11-20T09:30:00.000Z' }),
  endsAt: z.iso
    .datetime()
    .meta({ description: 'End of the window, in UTC.', example: '2026-11-21T09:30:00.000Z' }),
  attempts: z
    .strictObject({
      made: count('Attempts started in the window.', 1_204),
      succeeded: count('Attempts that were answered with 2xx.', 1_198),
      failed: count('All others.', 6),
    })
    .meta({ description: 'Number of attempts in the window, by outcome.' }),
  successRate: z.number().min(0).max(1).nullable().meta({
    description: 'Share of attempts that succeeded; null if there were none.',
    example: 0.995,
  }),
  latencyMs: z
    .strictObject({
      p50: milliseconds(41).meta({
        description: 'Median in milliseconds; null if there were no attempts.',
      }),
      p95: milliseconds(180).meta({
        description: '95th percentile in milliseconds; null if there were no attempts.',
      }),
      p99: milliseconds(420).meta({
        description: '99th percentile in milliseconds; null if there were no attempts.',
      }),
      max: milliseconds(2_310).meta({
        description: 'Maximum in milliseconds; null if there were no attempts.',
      }),
    })
    .meta({ description: 'Duration of successful attempts, in milliseconds.' }),
  failures: z
    .array(
      z.strictObject({
        reason: z.string().meta({
          description: 'Reason for the failures, as a stable code.',
          example: 'http_status',
        }),
        statusCode: z.int().nullable().meta({
          description: 'HTTP status of the responses; null if there were none.',
          example: 503,
        }),
        count: count('', 6).meta({
          description: 'Number of attempts that failed for this reason.',
        }),
      }),
    )
    .meta({ description: 'The five most frequent reasons for failures.' }),
  backlog: z
    .strictObject({
      pending: count('Deliveries that are waiting now.', 0),
      oldestAgeSeconds: count('Age in seconds of the oldest waiting delivery.', 0),
    })
    .meta({ description: 'Pending deliveries.' }),
})
export type EndpointStatistics = z.infer<typeof EndpointStatistics>

/** An endpoint's recent results and its pending deliveries. */
export const getEndpointStatistics = (
  ctx: Context,
  { id, window }: { id: string } & StatisticsQuery,
): Promise<EndpointStatistics> =>
  read(ctx, 'webhook-endpoints:read', async (reader) => {
    const { tenantId, now } = reader
    await loadWebhookEndpoint(reader, id)
    const from = new Date(now.getTime() - WINDOW_MS[window])
    const [[attempts], failures, [backlog]] = await Promise.all([
      reader.sql<AttemptTotals>(ATTEMPTS, [tenantId, id, from]),
      reader.sql<EndpointStatistics['failures'][number]>(FAILURES, [tenantId, id, from]),
      reader.sql<{ pending: number; oldest: Date | null }>(BACKLOG, [tenantId, id]),
    ])
    const { made, succeeded, percentiles, max } = attempts!
    const [p50, p95, p99] = percentiles ?? [null, null, null]
    const { pending, oldest } = backlog!
    const ageMs = oldest ? Math.max(0, now.getTime() - oldest.getTime()) : 0
    return {
      endpointId: id,
      startsAt: utc(from),
      endsAt: utc(now),
      attempts: { made, succeeded, failed: made - succeeded },
      successRate: made === 0 ? null : succeeded / made,
      latencyMs: { p50, p95, p99, max },
      failures,
      backlog: { pending, oldestAgeSeconds: Math.floor(ageMs / 1_000) },
    }
  })

interface AttemptTotals {
  made: number
  succeeded: number
  percentiles: [number, number, number] | null
  max: number | null
}

const OUTCOMES = `outcome IN ('SUCCEEDED', 'FAILED', 'GONE')`
const FAILED = `outcome IN ('FAILED', 'GONE')`

const ATTEMPTS = `
  SELECT count(*)::int AS made, count(*) FILTER (WHERE outcome = 'SUCCEEDED')::int AS succeeded,
         percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms)
           FILTER (WHERE outcome = 'SUCCEEDED') AS percentiles,
         max(duration_ms) FILTER (WHERE outcome = 'SUCCEEDED') AS max
  FROM webhook_attempts
  WHERE tenant_id = $1 AND endpoint_id = $2 AND ${OUTCOMES} AND started_at >= $3`

const FAILURES = `
  SELECT COALESCE(reason, 'unknown') AS reason, status_code AS "statusCode", count(*)::int AS count
  FROM webhook_attempts
  WHERE tenant_id = $1 AND endpoint_id = $2 AND ${FAILED} AND started_at >= $3
  GROUP BY 1, 2 ORDER BY count DESC, 1, 2 LIMIT 5`

const BACKLOG = `
  SELECT count(*)::int AS pending, min(GREATEST(event_created_at, created_at)) AS oldest
  FROM webhook_deliveries
  WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'PENDING'`
