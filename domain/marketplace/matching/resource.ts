import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { of } from '#vocabulary/erasing.ts'
import { atOnce, ofChild } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const matching = defineResource({
  permissions: {
    'therapist-matches': {
      about: 'which therapists suit the needs of a child, and why',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'MARKETPLACE_MANAGER',
          'EARLY_INTERVENTION_COORDINATOR',
        ],
      },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    therapistMatch: {
      prefix: 'tmt',
      table: 'therapist_matches',
      audit: ['childId', 'inputHash', 'settingsVersion', 'considered', 'examined'],
    },
  },
  tables: {
    therapist_matches: {
      child: of(ofChild, atOnce),
      derived: {
        columns: ['candidates', 'matches', 'excluded'],
        from: 'profiles and free times of providers',
        takes: ['providers:read', 'availability:read'],
      },
    },
  },
})
