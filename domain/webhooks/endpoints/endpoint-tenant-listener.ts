import type { TenantListener } from '#organization/tenants/listeners.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'
import { webhookCourierWorkflow } from '../deliveries/workflows.ts'

/**
 * Pauses the endpoints of a suspended centre. Deliveries that wait have 24 hours from its resume, as with any
 * pause.
 */
export const endpointTenantListener: TenantListener = {
  suspended: async (tx) => {
    await announceAll(tx, await tx.sql<{ id: string }>(PAUSE, [tx.tenantId, tx.now]))
  },
  resumed: async (tx) => {
    const resumed = await tx.sql<{ id: string }>(RESUME, [tx.tenantId, tx.now])
    for (const { id } of resumed) tx.wake(webhookCourierWorkflow, id)
    await announceAll(tx, resumed)
  },
}

/** Couriers load the endpoints again after this commit. */
const announceAll = async (tx: Transaction, endpoints: readonly { id: string }[]) => {
  if (endpoints.length === 0) return
  await tx.sql(`SELECT pg_notify('${CHANNELS.deliveries}', $1)`, [
    endpoints.map(({ id }) => id).join(' '),
  ])
}

const PAUSE = `
  UPDATE webhook_endpoints SET status = 'PAUSED', status_reason = 'centre_suspended', status_changed_at = $2,
    updated_at = $2, version = version + 1
  WHERE tenant_id = $1 AND status = 'ACTIVE' AND archived_at IS NULL RETURNING id`

const RESUME = `
  UPDATE webhook_endpoints SET status = 'ACTIVE', status_reason = NULL, status_changed_at = $2, failing_started_at = NULL,
    breaker_openings = 0, breaker_until = NULL, updated_at = $2, version = version + 1
  WHERE tenant_id = $1 AND status = 'PAUSED' AND status_reason = 'centre_suspended' RETURNING id`
