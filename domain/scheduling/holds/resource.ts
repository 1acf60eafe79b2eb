import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const holds = defineResource({
  permissions: {
    holds: {
      about: 'slots that are kept for a client for some minutes',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
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
