import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A refund that the gateway refused, and that nobody has repeated. */
export const refundFailed = defineWaiting({
  kind: 'REFUND_FAILED',
  subject: 'refund',
  reads: 'refunds:read',
  actions: [
    {
      operation: 'createRefund',
      path: '/v1/payments/{id}/refunds',
      needs: ['refunds:write', 'payments:read'],
    },
  ],
  rows: {
    from: 'refunds r',
    where: `r.status = 'FAILED' AND NOT EXISTS (SELECT FROM refunds o WHERE o.tenant_id = r.tenant_id
      AND o.payment_id = r.payment_id AND o.created_at > r.created_at)`,
    since: 'COALESCE(r.settled_at, r.updated_at)',
    params: { id: 'r.payment_id' },
  },
})
