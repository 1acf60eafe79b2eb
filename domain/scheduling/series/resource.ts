import { via } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { STAYS_ON_RECORD, ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const series = defineResource({
  records: {
    series: {
      readBy: 'appointments',
      prefix: 'srs',
      table: 'series',
      audit: [
        'childId',
        'providerId',
        'serviceId',
        'locationId',
        'roomId',
        'type',
        'durationMinutes',
        'timeZone',
        'startsOn',
        'startTime',
        'rule',
        'status',
        'revision',
        'cancelledAt',
      ],
    },
    seriesOccurrence: {
      prefix: 'occ',
      table: 'series_occurrences',
      audit: [
        'seriesId',
        'number',
        'occursOn',
        'startTime',
        'startsAt',
        'providerId',
        'roomId',
        'locationId',
        'serviceId',
        'durationMinutes',
        'status',
        'appointmentId',
        'pending',
        'cancellation',
        'revision',
        'result',
        'outcome',
        'code',
      ],
    },
  },
  tables: {
    series: {
      child: of(ofChild, empty('CLINICAL', 'notes')),
      nonPersonalColumns: ['time_zone', 'start_time', 'rule', 'status'],
      movesWithChild: true,
      allowedWhileRestricted:
        'can be cancelled; running work ends with its remaining occurrences refused',
    },
    series_occurrences: {
      child: of(via('series_id', 'series', ofChild), clinical),
      notFrozen: STAYS_ON_RECORD,
    },
  },
})
