import { defineResource } from '#vocabulary/resource.ts'
import { STAFF } from '#vocabulary/person-table.ts'

export const supervisions = defineResource({
  permissions: {
    supervisions: {
      about: 'who supervises whom',
      centreOnly: ['write'],
      freshProof: true,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { providers: ['read', 'write'] },
    },
  },
  records: {
    supervision: {
      prefix: 'spv',
      table: 'supervisions',
      audit: ['providerId', 'supervisorId', 'endedAt'],
    },
  },
  tables: {
    supervisions: { withoutPersonalData: STAFF },
  },
  constraints: {
    supervisions_live: {
      code: 'already_exists',
      path: 'providerId',
      message: 'The provider already has a supervisor. End that supervision first.',
    },
  },
})
