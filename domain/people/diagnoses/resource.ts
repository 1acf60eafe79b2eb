import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const diagnoses = defineResource({
  permissions: {
    diagnoses: {
      about: 'diagnoses of children',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY', 'BILLER'],
        write: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    diagnosis: {
      prefix: 'dgn',
      table: 'diagnoses',
      audit: ['childId', 'onsetOn', 'resolvedOn', 'main', 'recordedBy', 'archivedAt'],
    },
  },
  tables: {
    diagnoses: { child: of(ofChild, clinical), movesWithChild: true },
  },
})
