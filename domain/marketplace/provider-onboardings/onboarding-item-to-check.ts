import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A document or an answer that an applicant or a referee has provided. */
export const onboardingItemToCheck = defineWaiting({
  kind: 'ONBOARDING_ITEM_TO_CHECK',
  subject: 'providerOnboarding',
  reads: 'provider-onboardings:read',
  actions: [
    {
      operation: 'acceptOnboardingItem',
      path: '/v1/provider-onboardings/{id}/items/{key}/accept',
      needs: 'provider-onboardings:write',
    },
    {
      operation: 'returnOnboardingItem',
      path: '/v1/provider-onboardings/{id}/items/{key}/return',
      needs: 'provider-onboardings:write',
    },
    {
      operation: 'waiveOnboardingItem',
      path: '/v1/provider-onboardings/{id}/items/{key}/waive',
      needs: 'provider-onboardings:write',
    },
  ],
  rows: {
    from: 'onboarding_items r',
    joins: `JOIN provider_onboardings o ON o.tenant_id = r.tenant_id AND o.id = r.onboarding_id
      JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = o.provider_id`,
    where: `r.status = 'PROVIDED' AND p.archived_at IS NULL
      AND o.status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL')`,
    since: 'r.provided_at',
    dueAt: 'r.due_at',
    name: `p.name || ', ' || r.key`,
    recordId: 'o.id',
    key: `'/items/' || r.key`,
    params: { id: 'o.id', key: 'r.key' },
  },
})
