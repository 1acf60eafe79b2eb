import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An access outside the caseload that another person must review. */
export const breakGlassToReview = defineWaiting({
  kind: 'BREAK_GLASS_TO_REVIEW',
  subject: 'breakGlassGrant',
  reads: 'break-glass:read',
  actions: [
    {
      operation: 'reviewBreakGlassGrant',
      path: '/v1/break-glass-grants/{id}/review',
      needs: ['break-glass-reviews:write', 'break-glass:read'],
      second: { alone: {} },
    },
  ],
  rows: {
    from: 'break_glass_grants r',
    joins: 'LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: 'r.reviewed_at IS NULL AND LEAST(r.ended_at, r.expires_at) <= $2',
    since: 'LEAST(r.ended_at, r.expires_at)',
    dueAt: `LEAST(r.ended_at, r.expires_at) + interval '168 hours'`,
    name: 'p.name',
    childId: 'r.child_id',
    first: 'ARRAY[r.requested_by, r.provider_id]',
  },
})
