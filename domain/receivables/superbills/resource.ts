import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { of } from '#vocabulary/erasing.ts'
import { clinical, ofChild, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const superbills = defineResource({
  permissions: {
    superbills: {
      about: 'superbills: statements of paid sessions with diagnoses, for families’ insurers',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: { write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    superbill: {
      prefix: 'sbl',
      table: 'superbills',
      audit: [
        'childId',
        'clientId',
        'legalEntityId',
        'startsOn',
        'endsOn',
        'currency',
        'amountMinor',
      ],
    },
  },
  tables: {
    superbills: {
      child: of(ofChild, clinical),
      client: of(ofClient, clinical),
      movesWithChild: true,
      derived: {
        columns: ['seller', 'patient', 'lines'],
        from: 'the session, the child and the legal entity, as of the issue',
        takes: [],
        because: 'is a document in its own right',
      },
    },
  },
})
