import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const providerOnboardings = defineResource({
  permissions: {
    'provider-onboardings': {
      about: 'onboardings of providers: what they provided, and how far they are',
      withoutFreshProof: 'steps towards an approval, which asks for a proof',
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'] },
      scopes: { marketplace: ['read', 'write'] },
    },
    'provider-approvals': {
      about: 'the decision that a provider may work for the centre',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    providerOnboarding: {
      prefix: 'onb',
      table: 'provider_onboardings',
      audit: [
        'providerId',
        'planId',
        'planVersion',
        'status',
        'stageEnteredAt',
        'waitingOn',
        'dueAt',
        'startedBy',
        'invitedAt',
        'decidedBy',
        'decidedAt',
        'approvedAlone',
      ],
    },
    onboardingReference: {
      prefix: 'orf',
      table: 'onboarding_references',
      audit: ['onboardingId', 'itemKey', 'status', 'askedAt', 'answeredAt'],
    },
  },
  tables: {
    provider_onboardings: { withoutPersonalData: STAFF },
    onboarding_items: { withoutPersonalData: STAFF },
    onboarding_references: { withoutPersonalData: STAFF },
    onboarding_stages: { withoutPersonalData: STAFF },
  },
  constraints: {
    provider_onboardings_running: {
      code: 'onboarding_running',
      message: 'The provider already has a running onboarding. Continue with that one.',
    },
    provider_onboardings_email: {
      code: 'onboarding_running',
      message:
        'An application with this e-mail address is already running. Continue with that one.',
    },
  },
})
