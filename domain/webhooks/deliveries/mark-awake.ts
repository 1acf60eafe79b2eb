import type { Platform } from '#platform/core/context/platform.ts'
import type { EndpointRef } from './fan-out.ts'

/** Called when the courier starts to read due deliveries. */
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

const MARK_AWAKE = `
  UPDATE webhook_endpoints SET courier = 'AWAKE'
  WHERE tenant_id = $1 AND id = $2 AND courier = 'ASLEEP'`
