import { defineResource } from '#vocabulary/resource.ts'

export const holds = defineResource({
  permissions: {
    holds: {
      about: 'slots that are kept for a client for some minutes',
      ofPersons: true,
      scopes: { bookings: ['read', 'write'] },
    },
  },
  records: {
    hold: {
      prefix: 'hld',
      audit: [
        'id',
        'childId',
        'providerId',
        'serviceId',
        'locationId',
        'roomId',
        'type',
        'status',
        'startsAt',
        'endsAt',
        'timeZone',
        'heldUntil',
        'amountMinor',
        'currency',
      ],
    },
  },
})
