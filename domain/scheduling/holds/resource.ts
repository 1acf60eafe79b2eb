import { defineResource } from '#vocabulary/resource.ts'

export const holds = defineResource({
  permissions: {
    holds: {
      about: 'slots that are kept for a client for some minutes',
      ofPersons: true,
      scopes: { bookings: ['read', 'write'] },
    },
  },
})
