import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const timeOff = defineResource({
  permissions: {
    'time-off': {
      about: 'absences of providers',
      scopes: { providers: ['read', 'write'] },
    },
  },
  records: {
    timeOff: {
      prefix: 'tof',
      table: 'time_off',
      audit: ['providerId', 'status', 'startsAt', 'endsAt'],
    },
  },
  tables: {
    time_off: { withoutPersonalData: STAFF },
  },
})
