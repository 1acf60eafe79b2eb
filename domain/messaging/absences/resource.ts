import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const absences = defineResource({
  permissions: {
    absences: {
      about: 'absences of users, and their deputies',
      withoutFreshProof:
        'a deputy is told what waits, and sees and does only what their roles allow',
      roles: { read: 'EVERYBODY', write: 'EVERYBODY' },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    absence: {
      prefix: 'abs',
      table: 'absences',
      audit: ['userId', 'deputyId', 'startsAt', 'endsAt'],
    },
  },
  tables: {
    absences: { withoutPersonalData: STAFF },
  },
})
