import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofClient, atOnce } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const reminderPolicies = defineResource({
  permissions: {
    'reminder-policies': {
      about: 'when and how families are reminded of appointments',
      ofPersons: true,
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: [
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'READ_ONLY',
        ],
        write: ['ADMINISTRATOR'],
      },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    reminderPolicy: {
      prefix: 'rpl',
      table: 'reminder_policies',
      audit: [
        'serviceId',
        'clientId',
        'offsetsMinutes',
        'channels',
        'textChannels',
        'quietHours',
        'language',
        'archivedAt',
        'from',
        'until',
      ],
    },
  },
  tables: {
    reminder_policies: { client: of(ofClient, atOnce) },
  },
  constraints: {
    reminder_policies_scope: {
      code: 'already_exists',
      path: 'serviceId',
      message:
        'This service, guardian or centre already has a policy. Change or archive that policy.',
    },
  },
})
