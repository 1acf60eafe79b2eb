import { defineResource } from '#vocabulary/resource.ts'
import { STAFF } from '#vocabulary/person-table.ts'

export const scheduleExceptions = defineResource({
  records: {
    scheduleException: {
      readBy: 'schedules',
      prefix: 'sce',
      table: 'schedule_exceptions',
      audit: ['providerId', 'locationId', 'kind', 'occursOn', 'timeZone', 'windows', 'archivedAt'],
    },
  },
  tables: {
    schedule_exceptions: { withoutPersonalData: STAFF },
  },
})
