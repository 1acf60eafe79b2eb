import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const clocks = defineResource({
  permissions: {
    'clock-sets': {
      about: 'the deadlines of a jurisdiction',
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR'],
      },
      scopes: { children: ['read'], admin: ['read', 'write'] },
    },
    'holiday-calendars': {
      about: 'days that do not count as working days',
      roles: {
        read: [
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'READ_ONLY',
        ],
        write: ['ADMINISTRATOR'],
      },
      scopes: { children: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    clockSet: { prefix: 'cls', table: 'clock_sets', audit: ['clocks'] },
    holidayCalendar: {
      readBy: 'holiday-calendars',
      prefix: 'hol',
      table: 'holiday_calendars',
      audit: ['holidays', 'moving', 'programs', 'moved', 'finishedAt'],
    },
  },
  tables: {
    clock_sets: { withoutPersonalData: CENTRE },
    holiday_calendars: { withoutPersonalData: CENTRE },
  },
})
