import { defineResource } from '#vocabulary/resource.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, ofClient, atOnce } from '#vocabulary/person-table.ts'

export const feedback = defineResource({
  permissions: {
    feedback: {
      about: 'ratings and comments of families after visits',
      roles: {
        read: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'MARKETPLACE_MANAGER',
          'READ_ONLY',
        ],
      },
      scopes: { bookings: ['read'] },
    },
  },
  records: {
    feedback: { prefix: 'fbk', table: 'feedback', audit: ['appointmentId', 'clientId', 'rating'] },
  },
  tables: {
    feedback: {
      child: of(via('appointment_id', 'appointments', ofChild), atOnce),
      client: of(ofClient, atOnce),
    },
  },
})
