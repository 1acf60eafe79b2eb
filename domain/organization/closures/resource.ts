import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const closures = defineResource({
  permissions: {
    closures: {
      about: 'days on which a location or the whole centre is closed',
      withoutFreshProof: DAILY_SETTINGS,
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
