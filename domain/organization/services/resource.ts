import { PRICES } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const services = defineResource({
  permissions: {
    services: {
      about: 'services: duration, price, who offers them, what they require',
      withoutFreshProof: PRICES,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    service: {
      prefix: 'svc',
      table: 'services',
      referable: true,
      announced: {
        events: ['created', 'updated', 'archived', 'restored'],
        example: 'durationMinutes',
      },
      audit: [
        'code',
        'billingCode',
        'appointmentType',
        'defaultForType',
        'durationMinutes',
        'bufferBeforeMinutes',
        'bufferAfterMinutes',
        'capacity',
        'leadTimeMinutes',
        'requiresConfirmation',
        'confirmationWindowMinutes',
        'amountMinor',
        'currency',
        'startEveryMinutes',
        'horizonDays',
        'dailyCap',
        'roomRequired',
        'equipment',
        'providerIds',
        'providerOverrides.*',
        'locationPrices.*',
        'requiredConsents',
        'requiredForms',
        'unitRule',
        'unitMinutes',
        'modality',
        'placeOfService',
        'noShowMode',
        'noShowGraceMinutes',
        'completionMode',
        'completionDelayMinutes',
        'archivedAt',
      ],
    },
  },
  tables: {
    services: { withoutPersonalData: CENTRE },
  },
  constraints: {
    services_default_for_type_key: {
      code: 'already_exists',
      path: 'defaultForType',
      message:
        'Another service is already the default for this type. Set that service’s defaultForType to false first.',
    },
    services_code_key: {
      code: 'already_exists',
      path: 'code',
      message:
        'A service with this code already exists. Choose another code, or change that service.',
    },
  },
})
