import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A settlement that another person must approve. */
export const settlementToApprove = defineWaiting({
  kind: 'SETTLEMENT_TO_APPROVE',
  subject: 'settlement',
  reads: 'settlements:read',
  actions: [
    {
      operation: 'approveSettlement',
      path: '/v1/marketplace/settlements/{id}/approve',
      needs: 'settlements:write',
      second: { isPerson: true, alone: {} },
    },
    {
      operation: 'cancelSettlement',
      path: '/v1/marketplace/settlements/{id}/cancel',
      needs: 'settlements:write',
    },
  ],
  rows: {
    from: 'settlements r',
    joins: 'LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status = 'DRAFT'`,
    since: 'r.created_at',
    name: 'p.name',
    first: 'ARRAY[r.requested_by, r.provider_id]',
  },
})
