import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, ofClient, clinical } from '#vocabulary/person-table.ts'

export const guardianships = defineResource({
  permissions: {
    guardianships: {
      about: 'who is guardian of a child, with which rights',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'BILLER', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    guardianship: {
      prefix: 'grd',
      table: 'guardianships',
      announced: {
        events: ['created', 'updated'],
        ids: ['childId', 'clientId'],
        example: 'billing',
      },
      audit: ['childId', 'clientId', 'kind', 'legal', 'billing', 'payerId', 'endedAt'],
    },
  },
  tables: {
    guardianships: {
      child: of(ofChild, clinical),
      client: of(ofClient, clinical),
      movesWithChild: true,
      allowedWhileRestricted:
        'a court ends one: who is no guardian any more must not be one on record',
    },
  },
  constraints: {
    guardianships_live: {
      code: 'already_exists',
      path: 'clientId',
      message: 'This client is a guardian of the child already.',
    },
  },
})
