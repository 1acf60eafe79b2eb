import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { STAFF } from '#vocabulary/person-table.ts'

export const schedules = defineResource({
  permissions: {
    schedules: {
      about: 'weekly working hours of providers, and exceptions to them',
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR', 'SCHEDULER'] },
      scopes: { bookings: ['read'], providers: ['read', 'write'] },
    },
  },
  records: {
    schedule: {
      prefix: 'sch',
      table: 'schedules',
      announced: {
        events: ['created', 'updated', 'archived', 'restored'],
        ids: ['providerId', 'locationId'],
        example: 'windows',
      },
      audit: [
        'providerId',
        'locationId',
        'timeZone',
        'windows',
        'startsOn',
        'endsOn',
        'archivedAt',
      ],
    },
  },
  tables: {
    schedules: { withoutPersonalData: STAFF },
  },
})
