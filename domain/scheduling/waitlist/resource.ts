import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { STAFF, ofChild, atOnce } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const waitlist = defineResource({
  records: {
    waitlistEntry: {
      readBy: 'appointments',
      prefix: 'wle',
      table: 'waitlist_entries',
      audit: [
        'childId',
        'type',
        'serviceIds',
        'providerIds',
        'locationIds',
        'weekdays',
        'times',
        'startsOn',
        'endsOn',
        'priority',
        'status',
      ],
    },
    waitlistOffer: {
      readBy: 'appointments',
      prefix: 'wlo',
      table: 'waitlist_offers',
      audit: ['entryId', 'freedSlotId', 'appointmentId', 'status', 'expiresAt', 'decidedAt'],
    },
    freedSlot: {
      readBy: 'appointments',
      prefix: 'frs',
      table: 'freed_slots',
      audit: [
        'appointmentId',
        'providerId',
        'locationId',
        'serviceId',
        'startsAt',
        'timeZone',
        'status',
      ],
    },
  },
  tables: {
    waitlist_entries: {
      child: of(ofChild, atOnce),
      movesWithChild: true,
      allowedWhileRestricted:
        'can be cancelled; an entry whose offer or appointment ended waits again, without new offers',
    },
    waitlist_offers: {
      child: of(via('entry_id', 'waitlist_entries', ofChild), atOnce),
      allowedWhileRestricted: 'end and release their slots: others need the time',
    },
    freed_slots: { withoutPersonalData: STAFF },
  },
})
