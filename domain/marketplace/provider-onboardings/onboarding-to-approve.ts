import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An onboarding that another person must approve. */
export const onboardingToApprove = defineWaiting({
  kind: 'ONBOARDING_TO_APPROVE',
  subject: 'providerOnboarding',
  reads: 'provider-onboardings:read',
  actions: [
    {
      operation: 'approveProviderOnboarding',
      path: '/v1/provider-onboardings/{id}/approve',
      needs: 'provider-approvals:write',
      second: { alone: {} },
    },
    {
      operation: 'rejectProviderOnboarding',
      path: '/v1/provider-onboardings/{id}/reject',
      needs: 'provider-approvals:write',
    },
  ],
  rows: {
    from: 'provider_onboardings r',
    joins: 'JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status = 'APPROVAL' AND p.archived_at IS NULL`,
    since: 'r.stage_entered_at',
    dueAt: 'r.due_at',
    name: 'p.name',
    first: 'ARRAY[r.started_by, r.provider_id]',
  },
})
