import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, ofClient, clinical } from '#vocabulary/person-table.ts'

export const guardianships = defineResource({
  permissions: {
    guardianships: {
      about: 'guardians of a child, with their rights',
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
        'a court may end one: a former guardian must not stay on record as one',
    },
  },
  constraints: {
    guardianships_live: {
      code: 'already_exists',
      path: 'clientId',
      message: 'This client is already a guardian of the child.',
    },
  },
})
