import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const locations = defineResource({
  permissions: {
    locations: {
      about: 'locations and their opening hours',
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    location: {
      prefix: 'loc',
      table: 'locations',
      referable: true,
      audit: ['timeZone', 'hours', 'archivedAt'],
    },
  },
  tables: {
    locations: { withoutPersonalData: CENTRE },
  },
})
