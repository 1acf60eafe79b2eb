import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const onboardingPlans = defineResource({
  permissions: {
    'onboarding-plans': {
      about: 'what the centre requires of providers before approval',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['READ_ONLY', 'AUDITOR'],
        write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'],
      },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    onboardingPlan: {
      prefix: 'obp',
      table: 'onboarding_plans',
      referable: true,
      audit: ['publishedVersion', 'archivedAt'],
    },
  },
  tables: {
    onboarding_plans: { withoutPersonalData: CENTRE },
    onboarding_plan_versions: { withoutPersonalData: CENTRE },
  },
})
