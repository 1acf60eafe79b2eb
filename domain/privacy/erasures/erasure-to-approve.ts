import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A request for erasure that another person must approve. */
export const erasureToApprove = defineWaiting({
  kind: 'ERASURE_TO_APPROVE',
  subject: 'erasure',
  reads: 'erasures:read',
  actions: [
    {
      operation: 'approveErasure',
      path: '/v1/erasures/{id}/approve',
      needs: 'erasures:write',
      second: { isPerson: true, alone: { wait: 'LONGEST' } },
    },
    { operation: 'cancelErasure', path: '/v1/erasures/{id}/cancel', needs: 'erasures:write' },
  ],
  rows: {
    from: 'erasures r',
    where: `r.status = 'AWAITING_APPROVAL'`,
    since: 'r.created_at',
    dueAt: `r.created_at + interval '720 hours'`,
    childId: 'r.child_id',
    first: 'ARRAY[r.created_by]',
  },
})
