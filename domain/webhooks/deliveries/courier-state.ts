import type { Platform } from '#platform/core/platform.ts'
import type { EndpointRef } from './fan-out.ts'

/**
 * An endpoint's courier is its workflow, `webhookCourier`. `AWAKE` means that it is about to look, or
 * looking, for what is due; only then may nobody wake it. While it sleeps on a timer, or is not there at
 * all, the endpoint is `ASLEEP`.
 */

/** The relay could not wake these couriers after all. */
export const markAsleep = async (
  platform: Platform,
  endpoints: readonly EndpointRef[],
): Promise<void> => {
  await platform.database.system.query({
    name: 'couriers_asleep',
    text: MARK_ASLEEP,
    values: [
      endpoints.map(({ tenantId }) => tenantId),
      endpoints.map(({ endpointId }) => endpointId),
    ],
  })
}

/** The courier begins to look. */
export const markAwake = async (
  platform: Platform,
  { tenantId, endpointId }: EndpointRef,
): Promise<void> => {
  await platform.database.system.query({
    name: 'courier_awake',
    text: MARK_AWAKE,
    values: [tenantId, endpointId],
  })
}

/**
 * When the courier must look again, having gone to sleep: `due` at once (what came between its last
 * look and its sleep), at a time, or never.
 */
export type NextLook = { due: true } | { due: false; at: Date | null }

/** Goes to sleep, then looks once more: a wake-up between the two is not lost. */
export const fallAsleep = async (platform: Platform, endpoint: EndpointRef): Promise<NextLook> => {
  await markAsleep(platform, [endpoint])
  const { rows } = await platform.database.system.query<{ at: Date | null }>({
    name: 'courier_next',
    text: NEXT_LOOK,
    values: [endpoint.tenantId, endpoint.endpointId],
  })
  const at = rows[0]?.at ?? null
  return at && at <= platform.clock.now() ? { due: true } : { due: false, at }
}

/** Endpoints with deliveries that have been due for a while and that nobody seems to deliver. */
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

const MARK_ASLEEP = `
  UPDATE webhook_endpoints e SET courier = 'ASLEEP'
  FROM unnest($1::text[], $2::text[]) AS slept(tenant_id, id)
  WHERE e.tenant_id = slept.tenant_id AND e.id = slept.id AND e.courier = 'AWAKE'`

const MARK_AWAKE = `
  UPDATE webhook_endpoints SET courier = 'AWAKE'
  WHERE tenant_id = $1 AND id = $2 AND courier = 'ASLEEP'`

const NEXT_LOOK = `
  SELECT GREATEST(min(d.next_attempt_at), min(e.breaker_until)) AS at FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
  WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.status = 'pending' AND e.status = 'ACTIVE'
  HAVING min(d.next_attempt_at) IS NOT NULL`

const NEGLECTED = `
  SELECT e.tenant_id AS "tenantId", e.id AS "endpointId" FROM webhook_endpoints e
  CROSS JOIN LATERAL (
    SELECT next_attempt_at FROM webhook_deliveries d
    WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'pending'
    ORDER BY next_attempt_at LIMIT 1
  ) first
  WHERE e.status = 'ACTIVE' AND (e.breaker_until IS NULL OR e.breaker_until < $1)
    AND first.next_attempt_at < CASE e.courier WHEN 'ASLEEP' THEN $1::timestamptz ELSE $2::timestamptz END
  LIMIT 500`
