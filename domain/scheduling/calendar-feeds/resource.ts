import { of } from '#vocabulary/erasing.ts'
import { ENDS, ofChild, atOnce } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const calendarFeeds = defineResource({
  permissions: {
    'calendar-feeds': {
      about: 'calendars to subscribe to',
      ofPersons: true,
      freshProof: true,
      roles: {
        read: ['READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
        ],
      },
      scopes: { bookings: ['read', 'write'] },
    },
  },
  records: {
    calendarFeed: {
      prefix: 'cal',
      table: 'calendar_feeds',
      audit: [
        'createdById',
        'createdByKeyId',
        'providerId',
        'roomId',
        'childId',
        'revokedAt',
        'kind',
        'subjectId',
      ],
    },
  },
  tables: {
    calendar_feeds: {
      child: of(ofChild, atOnce),
      movesWithChild: true,
      allowedWhileRestricted: ENDS,
    },
  },
})
