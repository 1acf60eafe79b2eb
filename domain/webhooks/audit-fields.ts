import type { AuditFields } from '#platform/core/changes.ts'
import type { Entity } from '#platform/core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const webhooksAuditFields = {
  webhookEndpoint: [
    'eventTypes',
    'filter',
    'maxEventsPerSecond',
    'status',
    'statusReason',
    'failingSince',
    'breakerUntil',
    'breakerOpenings',
    'archivedAt',
  ],
  delivery: [
    'endpointId',
    'eventId',
    'eventType',
    'status',
    'attempts',
    'eventCreatedAt',
    'nextAttemptAt',
    'lastReason',
    'redeliveryOf',
    'recoveryId',
    'finishedAt',
  ],
  webhookRecovery: [
    'endpointId',
    'since',
    'until',
    'status',
    'statusReason',
    'events',
    'deliveries',
    'finishedAt',
  ],
} as const satisfies Partial<Record<Entity, AuditFields>>
