import { PRICES } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const cancellationPolicies = defineResource({
  permissions: {
    'cancellation-policies': {
      about: 'the fee for a cancellation or a missed visit',
      withoutFreshProof: PRICES,
      roles: {
        read: [
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'READ_ONLY',
        ],
        write: ['ADMINISTRATOR', 'BILLER'],
      },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    cancellationPolicy: {
      prefix: 'cpl',
      table: 'cancellation_policies',
      audit: [
        'serviceId',
        'locationId',
        'windows',
        'noShowFee',
        'currency',
        'prepaid',
        'archivedAt',
        'percent',
        'amount',
      ],
    },
  },
  tables: {
    cancellation_policies: { withoutPersonalData: CENTRE },
  },
  constraints: {
    cancellation_policies_scope: {
      code: 'already_exists',
      path: 'serviceId',
      message: 'This service and location already have a policy. Change or archive that policy.',
    },
  },
})
