import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const closures = defineResource({
  permissions: {
    closures: {
      about: 'days on which a location or the whole centre is closed',
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    closure: {
      prefix: 'clo',
      table: 'closures',
      audit: ['locationId', 'startsOn', 'endsOn', 'countsAsWorkingDay', 'archivedAt'],
    },
  },
  tables: {
    closures: { withoutPersonalData: CENTRE },
  },
})
