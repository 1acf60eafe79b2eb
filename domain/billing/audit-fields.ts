import type { AuditFields } from '#platform/core/changes.ts'
import type { Entity } from '#platform/core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const billingAuditFields = {
  cancellationPolicy: [
    'serviceId',
    'locationId',
    'windows',
    'noShowFee',
    'currency',
    'archivedAt',
    'percent',
    'amount',
  ],
  treatmentCycle: [
    'childId',
    'serviceId',
    'providerId',
    'measure',
    'authorized',
    'startsOn',
    'endsOn',
    'renewalLeadDays',
    'used',
    'usedPercent',
    'renewOn',
    'reached80At',
    'reached90At',
    'closedAt',
  ],
  order: ['childId', 'clientId', 'appointmentId', 'purpose', 'status', 'amountMinor', 'currency'],
  payment: [
    'orderId',
    'status',
    'amountMinor',
    'currency',
    'gateway',
    'method',
    'gatewayReference',
    'failureCode',
    'settledAt',
  ],
} as const satisfies Partial<Record<Entity, AuditFields>>
