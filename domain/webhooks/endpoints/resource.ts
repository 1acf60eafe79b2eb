import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const endpoints = defineResource({
  permissions: {
    'webhook-endpoints': {
      about: 'webhook endpoints and their secrets',
      centreOnly: ['read', 'write'],
      freshProof: true,
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
