import type { Platform } from '#platform/core/context/platform.ts'
import type { EndpointRef } from './fan-out.ts'
import { markAsleep } from './mark-asleep.ts'

/**
 * When a sleeping courier must look again. `due` means immediately, because new work arrived since its last
 * look; otherwise at a time or never.
 */
export type NextLook = { due: true } | { due: false; at: Date | null }

/** Goes to sleep and then looks once more, so that a wake in between is not lost. */
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

const NEXT_LOOK = `
  SELECT GREATEST(min(d.next_attempt_at), min(e.breaker_until)) AS at FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
  WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.status = 'PENDING' AND e.status = 'ACTIVE'
  HAVING min(d.next_attempt_at) IS NOT NULL`
