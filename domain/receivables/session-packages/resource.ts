import { PRICES } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, deidentified, ofChild, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const sessionPackages = defineResource({
  permissions: {
    'session-packages': {
      about: 'packages of sessions bought in advance, and the sessions left',
      withoutFreshProof: PRICES,
      roles: {
        read: ['SCHEDULER', 'THERAPIST', 'SUPERVISOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'BILLER'],
      },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    sessionPackage: {
      prefix: 'pkg',
      table: 'session_packages',
      audit: [
        'orderId',
        'transferredFromId',
        'childId',
        'clientId',
        'payerId',
        'serviceId',
        'balance',
        'expiresOn',
      ],
    },
    sessionPackageMovement: { prefix: 'pmv', table: 'session_package_movements' },
  },
  tables: {
    session_packages: {
      child: of(ofChild, empty('FINANCIAL', 'description')),
      client: of(ofClient, empty('FINANCIAL', 'description')),
      movesWithChild: true,
      notFrozen: CLAIMS,
      derived: {
        columns: ['description'],
        from: 'the line of the order that sold it',
        takes: [],
        because: 'says what was sold and names nobody',
      },
    },
    session_package_movements: {
      child: of(via('package_id', 'session_packages', ofChild), deidentified),
      nonPersonalColumns: ['kind'],
      notFrozen: CLAIMS,
    },
  },
})
