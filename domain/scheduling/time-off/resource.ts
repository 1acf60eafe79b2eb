import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const timeOff = defineResource({
  permissions: {
    'time-off': {
      about: 'absences of providers',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['EARLY_INTERVENTION_COORDINATOR', 'MARKETPLACE_MANAGER', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER', 'THERAPIST', 'SUPERVISOR'],
      },
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
