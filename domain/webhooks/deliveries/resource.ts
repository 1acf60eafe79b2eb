import { defineResource } from '#vocabulary/resource.ts'
import { PLUMBING } from '#vocabulary/person-table.ts'

export const deliveries = defineResource({
  permissions: {
    deliveries: {
      about: 'deliveries of events to endpoints, and their attempts',
      centreOnly: ['read', 'write'],
      withoutFreshProof: 'sends again to an endpoint that was created with a proof',
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { webhooks: ['read', 'write'] },
    },
  },
  records: {
    delivery: {
      prefix: 'dlv',
      table: 'webhook_deliveries',
      audit: [
        'endpointId',
        'eventId',
        'eventType',
        'status',
        'attemptCount',
        'eventCreatedAt',
        'nextAttemptAt',
        'lastReason',
        'lastStatusCode',
        'redeliveryOf',
        'recoveryId',
        'finishedAt',
      ],
    },
    attempt: { prefix: 'att', table: 'webhook_attempts' },
  },
  tables: {
    webhook_deliveries: { withoutPersonalData: PLUMBING },
    webhook_attempts: {
      withoutPersonalData: PLUMBING,
      derived: {
        columns: ['response_body'],
        from: 'the event, which many receivers echo',
        takes: ['webhook-endpoints:read', 'events:read'],
      },
    },
  },
})
