import { defineResource } from '#vocabulary/resource.ts'

export const availability = defineResource({
  permissions: {
    availability: {
      about: 'when something can be booked',
      scopes: { bookings: ['read'] },
    },
  },
})
