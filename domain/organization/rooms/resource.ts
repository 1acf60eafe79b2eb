import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const rooms = defineResource({
  permissions: {
    rooms: {
      about: 'rooms and their equipment',
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    room: {
      prefix: 'rom',
      table: 'rooms',
      referable: true,
      audit: ['locationId', 'capacity', 'equipment', 'archivedAt'],
    },
  },
  tables: {
    rooms: { withoutPersonalData: CENTRE },
  },
})
