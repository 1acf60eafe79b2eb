import { of } from '#vocabulary/erasing.ts'
import { ENDS, ofChild, atOnce } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const groupAppointments = defineResource({
  records: {
    groupAppointment: {
      readBy: 'appointments',
      prefix: 'grp',
      table: 'appointments',
      audit: [
        'providerId',
        'serviceId',
        'locationId',
        'roomId',
        'seriesId',
        'type',
        'status',
        'capacity',
        'startsAt',
        'endsAt',
        'timeZone',
        'cancellation',
        'initiator',
        'late',
        'by',
        'at',
      ],
    },
    groupWaitlistEntry: {
      readBy: 'appointments',
      prefix: 'gwt',
      table: 'group_waitlist_entries',
      audit: ['groupId', 'childId', 'status', 'appointmentId'],
    },
  },
  tables: {
    group_waitlist_entries: {
      child: of(ofChild, atOnce),
      movesWithChild: true,
      allowedWhileRestricted: ENDS,
    },
  },
})
