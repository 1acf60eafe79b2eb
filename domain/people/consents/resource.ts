import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { is } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical, keptWithChildRecord } from '#vocabulary/person-table.ts'

export const consents = defineResource({
  permissions: {
    consents: {
      about: 'consents of guardians, and their end',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['AUDITOR', 'READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
        ],
      },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    consent: {
      prefix: 'csn',
      table: 'consents',
      audit: [
        'childId',
        'kind',
        'grantedById',
        'grantedAt',
        'expiresAt',
        'revokedAt',
        'recordedBy',
      ],
    },
  },
  tables: {
    consents: {
      child: of(ofChild, clinical),
      client: of(is('granted_by_id'), keptWithChildRecord),
      movesWithChild: true,
      allowedWhileRestricted: 'can be withdrawn at any time, Art. 7(3)',
    },
  },
})
