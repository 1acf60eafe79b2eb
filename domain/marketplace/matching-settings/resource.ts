import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const matchingSettings = defineResource({
  permissions: {
    'matching-settings': {
      about: 'how much each reason counts when therapists are matched',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY', 'AUDITOR'],
        write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'],
      },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    matchingSettings: { prefix: 'mts', table: 'matching_settings', audit: '*' },
  },
  tables: {
    matching_settings: { withoutPersonalData: CENTRE },
  },
})
