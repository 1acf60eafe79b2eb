import type { Platform } from '#platform/core/context/platform.ts'
import type { EndpointRef } from './fan-out.ts'

/** Endpoints with overdue deliveries that no process seems to serve. */
export const neglectedEndpoints = async (platform: Platform): Promise<EndpointRef[]> => {
  const now = platform.clock.now().getTime()
  const { rows } = await platform.database.system.query<EndpointRef>({
    name: 'couriers_neglected',
    text: NEGLECTED,
    values: [new Date(now - ASLEEP_GRACE_MS), new Date(now - AWAKE_GRACE_MS)],
  })
  return rows
}

const ASLEEP_GRACE_MS = 3_000
const AWAKE_GRACE_MS = 20_000

const NEGLECTED = `
  SELECT e.tenant_id AS "tenantId", e.id AS "endpointId" FROM webhook_endpoints e
  CROSS JOIN LATERAL (
    SELECT next_attempt_at FROM webhook_deliveries d
    WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING'
    ORDER BY next_attempt_at LIMIT 1
  ) first
  WHERE e.status = 'ACTIVE' AND (e.breaker_until IS NULL OR e.breaker_until < $1)
    AND first.next_attempt_at < CASE e.courier WHEN 'ASLEEP' THEN $1::timestamptz ELSE $2::timestamptz END
  LIMIT 500`
