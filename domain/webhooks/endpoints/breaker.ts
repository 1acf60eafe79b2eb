import type { Platform } from '#platform/core/platform.ts'
import type { EndpointRef } from '../deliveries/fan-out.ts'
import type { BreakerState } from './breaker-rules.ts'

/** Members of an endpoint that is to be tried at once: whoever says so has mended something. */
export const CLOSED_BREAKER = { breakerUntil: null, breakerOpenings: 0 } as const

/** Keeps an endpoint's breaker, so that it holds whoever takes the endpoint next. */
export const saveBreaker = async (
  platform: Platform,
  { tenantId, endpointId }: EndpointRef,
  { openings, until }: BreakerState,
): Promise<void> => {
  await platform.database.system.query({
    name: 'endpoint_breaker',
    text: SAVE,
    values: [tenantId, endpointId, openings, openings === 0 ? null : new Date(until)],
  })
}

const SAVE = `
  UPDATE webhook_endpoints SET breaker_openings = $3, breaker_until = $4 WHERE tenant_id = $1 AND id = $2`
