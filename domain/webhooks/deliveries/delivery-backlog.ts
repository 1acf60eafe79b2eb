import type { Platform } from '#platform/core/context/platform.ts'

export interface DeliveryBacklog {
  /** The number of deliveries that have neither succeeded nor finally failed. */
  pending: number
  /** The delay of the most overdue attempt, among active endpoints without a rate limit. */
  oldestDueAgeSeconds: number
  /** The number of active endpoints whose breaker is open, which get no deliveries for a while after failures. */
  openBreakers: number
}

/** The pending deliveries across all tenants, for /metrics. */
export const deliveryBacklog = async (platform: Platform): Promise<DeliveryBacklog> => {
  const now = platform.clock.now()
  const { rows } = await platform.database.system.query<Row>({
    name: 'delivery_backlog',
    text: BACKLOG,
    values: [now],
  })
  const { pending, oldest, openBreakers } = rows[0]!
  const ageMs = oldest ? now.getTime() - oldest.getTime() : 0
  return { pending, oldestDueAgeSeconds: Math.max(0, ageMs / 1_000), openBreakers }
}

interface Row {
  pending: number
  oldest: Date | null
  openBreakers: number
}

/** Nothing is due behind an open breaker or before a resume. An endpoint with a rate limit has its own pace. */
const BACKLOG = `
  SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'PENDING') AS pending,
         (SELECT count(*)::int FROM webhook_endpoints
          WHERE status = 'ACTIVE' AND archived_at IS NULL AND breaker_until > $1) AS "openBreakers",
         (SELECT min(GREATEST(first.next_attempt_at, e.breaker_until, e.status_changed_at)) FROM webhook_endpoints e
          CROSS JOIN LATERAL (
            SELECT next_attempt_at FROM webhook_deliveries d
            WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING'
            ORDER BY next_attempt_at LIMIT 1
          ) first
          WHERE e.status = 'ACTIVE' AND e.archived_at IS NULL AND e.max_events_per_second IS NULL) AS oldest`
