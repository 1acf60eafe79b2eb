import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const endpoints = defineResource({
  permissions: {
    'webhook-endpoints': {
      about: 'webhook endpoints and their secrets',
      centreOnly: ['read', 'write'],
      freshProof: true,
      programs: {
        in: 'TEST_CENTRES',
        because:
          'a developer tries out an integration by `therapy login`; no data of families is sent',
      },
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { webhooks: ['read', 'write'] },
    },
  },
  records: {
    webhookEndpoint: {
      prefix: 'whe',
      table: 'webhook_endpoints',
      referable: true,
      audit: [
        'eventTypes',
        'filter',
        'maxEventsPerSecond',
        'signatureSchemes',
        'status',
        'statusReason',
        'failingStartedAt',
        'breakerUntil',
        'breakerOpenings',
        'archivedAt',
      ],
    },
  },
  tables: {
    webhook_endpoints: { withoutPersonalData: CENTRE },
  },
})
