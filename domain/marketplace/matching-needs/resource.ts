import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const matchingNeeds = defineResource({
  permissions: {
    'matching-needs': {
      about: 'what children may need, and which specialties meet it',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY', 'AUDITOR'],
        write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'],
      },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    matchingNeed: {
      prefix: 'mtn',
      table: 'matching_needs',
      // Specialties and goal areas are free text, like a provider's, and cannot be removed from the trail.
      audit: ['code', 'professions', 'archivedAt'],
    },
  },
  tables: {
    matching_needs: { withoutPersonalData: CENTRE },
  },
  constraints: {
    matching_needs_code: {
      code: 'already_exists',
      path: 'code',
      message:
        'Another need already has this code. It may be archived. Choose another code, or restore that need.',
    },
  },
})
