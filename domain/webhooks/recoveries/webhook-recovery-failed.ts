import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A recovery that could not continue, and that nobody has repeated. */
export const webhookRecoveryFailed = defineWaiting({
  kind: 'WEBHOOK_RECOVERY_FAILED',
  subject: 'webhookRecovery',
  reads: 'webhook-endpoints:read',
  actions: [
    {
      operation: 'recoverWebhookEndpoint',
      path: '/v1/webhook-endpoints/{id}/recover',
      needs: 'webhook-endpoints:write',
    },
  ],
  rows: {
    from: 'webhook_recoveries r',
    joins:
      'JOIN webhook_endpoints e ON e.tenant_id = r.tenant_id AND e.id = r.endpoint_id AND e.archived_at IS NULL',
    where: `r.status = 'FAILED' AND NOT EXISTS (SELECT FROM webhook_recoveries o
      WHERE o.tenant_id = r.tenant_id AND o.endpoint_id = r.endpoint_id AND o.created_at > r.created_at)`,
    since: 'COALESCE(r.finished_at, r.updated_at)',
    name: 'e.url',
    params: { id: 'r.endpoint_id' },
  },
})
