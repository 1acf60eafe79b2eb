import { defineResource } from '#vocabulary/resource.ts'

export const availability = defineResource({
  permissions: {
    availability: {
      about: 'when something can be booked',
      roles: {
        read: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'BILLER',
          'MARKETPLACE_MANAGER',
          'READ_ONLY',
        ],
      },
      scopes: { bookings: ['read'] },
    },
  },
})
