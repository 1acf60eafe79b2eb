import { systemContext } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { EndpointRef } from '../deliveries/fan-out.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { GIVE_UP_AFTER_MS } from '../deliveries/rules.ts'

export interface DisableOptions {
  /** Identifies the run in the audit trail. */
  workflowId?: string | undefined
  /** The number of endpoints per query. */
  batchSize?: number
  /** Aborts between two endpoints by throwing its reason. */
  signal?: AbortSignal
}

/**
 * Disables endpoints whose attempts have all failed for five days and that also failed 12 to 36 hours before
 * the last failure, so that an endpoint that is rarely tried is not disabled for two failures a week apart.
 * Runs across all tenants; each endpoint is disabled in its own transaction. Idempotent. Returns the number of
 * endpoints. Called by a schedule.
 */
export const disableFailingEndpoints = async (
  platform: Platform,
  { workflowId, batchSize = 100, signal }: DisableOptions = {},
): Promise<number> => {
  const before = new Date(platform.clock.now().getTime() - GIVE_UP_AFTER_MS)
  let after: EndpointRef = { tenantId: '', endpointId: '' }
  for (let total = 0; ;) {
    const found = await systemSql(platform)<EndpointRef>(GIVEN_UP, [
      before,
      after.tenantId,
      after.endpointId,
      batchSize,
    ])
    for (const { tenantId, endpointId: id } of found) {
      signal?.throwIfAborted()
      const act = { tenantId, action: 'disableFailingEndpoints', ...(workflowId && { workflowId }) }
      await disableEndpoint(systemContext(platform, act), { id, reason: 'failing' })
    }
    total += found.length
    if (found.length < batchSize) return total
    after = found.at(-1)!
  }
}

const GIVEN_UP = {
  name: 'endpoints_given_up',
  text: `
    SELECT e.tenant_id AS "tenantId", e.id AS "endpointId" FROM webhook_endpoints e
    CROSS JOIN LATERAL (
      SELECT started_at FROM webhook_attempts a
      WHERE a.tenant_id = e.tenant_id AND a.endpoint_id = e.id AND a.outcome = 'FAILED'
      ORDER BY started_at DESC LIMIT 1
    ) last
    WHERE e.status = 'ACTIVE' AND e.archived_at IS NULL AND e.failing_started_at <= $1
      AND (e.tenant_id, e.id) > ($2, $3) AND last.started_at >= e.failing_started_at + interval '${GIVE_UP_AFTER_MS} milliseconds'
      AND EXISTS (
        SELECT FROM webhook_attempts a
        WHERE a.tenant_id = e.tenant_id AND a.endpoint_id = e.id AND a.outcome = 'FAILED'
          AND a.started_at BETWEEN last.started_at - interval '36 hours' AND last.started_at - interval '12 hours')
      AND NOT EXISTS (
        SELECT FROM webhook_attempts a
        WHERE a.tenant_id = e.tenant_id AND a.endpoint_id = e.id AND a.outcome = 'SUCCEEDED'
          AND a.started_at >= e.failing_started_at)
    ORDER BY e.tenant_id, e.id LIMIT $4`,
}
