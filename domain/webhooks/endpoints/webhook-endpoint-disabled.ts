import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An endpoint that was disabled because its deliveries failed. */
export const webhookEndpointDisabled = defineWaiting({
  kind: 'WEBHOOK_ENDPOINT_DISABLED',
  subject: 'webhookEndpoint',
  reads: 'webhook-endpoints:read',
  actions: [
    {
      operation: 'resumeWebhookEndpoint',
      path: '/v1/webhook-endpoints/{id}/resume',
      needs: 'webhook-endpoints:write',
    },
  ],
  rows: {
    from: 'webhook_endpoints r',
    where: `r.status = 'DISABLED' AND r.archived_at IS NULL`,
    since: 'r.status_changed_at',
    name: 'r.url',
  },
})
