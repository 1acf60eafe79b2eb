import type { Platform } from '#platform/core/context/platform.ts'
import type { EndpointRef } from './fan-out.ts'

/**
 * The courier of an endpoint is its workflow, `webhookCourier`. `AWAKE` means that it reads due deliveries or
 * is about to do so, so that no other process needs to wake it. While it sleeps on a timer or is not running,
 * the endpoint is `ASLEEP`.
 */

/** Called when the relay has failed to wake these couriers. */
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

const MARK_ASLEEP = `
  UPDATE webhook_endpoints e SET courier = 'ASLEEP'
  FROM unnest($1::text[], $2::text[]) AS slept(tenant_id, id)
  WHERE e.tenant_id = slept.tenant_id AND e.id = slept.id AND e.courier = 'AWAKE'`
