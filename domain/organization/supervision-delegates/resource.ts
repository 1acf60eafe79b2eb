import { defineResource } from '#vocabulary/resource.ts'
import { STAFF } from '#vocabulary/person-table.ts'

export const supervisionDelegates = defineResource({
  permissions: {
    'supervision-delegates': {
      about: 'delegates of supervisors',
      freshProof: true,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR', 'SUPERVISOR'] },
      scopes: { providers: ['read', 'write'] },
    },
  },
  records: {
    supervisionDelegate: {
      prefix: 'svd',
      table: 'supervision_delegates',
      audit: ['supervisorId', 'delegateId', 'startsAt', 'endsAt'],
    },
  },
  tables: {
    supervision_delegates: { withoutPersonalData: STAFF },
  },
})
