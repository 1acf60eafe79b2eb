import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An onboarding that waits for something that the centre itself provides. */
export const onboardingOfCentre = defineWaiting({
  kind: 'ONBOARDING_WAITS_FOR_CENTRE',
  subject: 'providerOnboarding',
  reads: 'provider-onboardings:read',
  actions: [
    {
      operation: 'withdrawProviderOnboarding',
      path: '/v1/provider-onboardings/{id}/withdraw',
      needs: 'provider-onboardings:write',
    },
  ],
  rows: {
    from: 'provider_onboardings r',
    joins: 'JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION') AND 'CENTRE' = ANY (r.waiting_on)
      AND p.archived_at IS NULL`,
    since: 'r.stage_entered_at',
    dueAt: 'r.due_at',
    name: 'p.name',
  },
})
