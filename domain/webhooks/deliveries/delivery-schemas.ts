import { z } from 'zod'
import type {
  WebhookAttempt as AttemptModel,
  WebhookDelivery as DeliveryModel,
} from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingIn, withheldMember } from '#platform/core/access/withheld.ts'

export const DELIVERY_STATUS = ['PENDING', 'SUCCEEDED', 'FAILED'] as const

export const Delivery = resourceSchema('Delivery', {
  id: idOf('delivery'),
  endpointId: idOf('webhookEndpoint'),
  eventId: idOf('event'),
  eventType: z.string().meta({ description: 'Type of the event.', example: 'booking.created' }),
  status: z.enum(DELIVERY_STATUS).meta({
    description:
      'SUCCEEDED: the event was received. FAILED: no more attempts are made. PENDING: the next attempt is at `nextAttemptAt`; it is a retry if `attemptCount` is more than 0.',
    example: 'SUCCEEDED',
  }),
  attemptCount: z.int().min(0).meta({ description: 'Number of attempts made.', example: 1 }),
  nextAttemptAt: z.iso.datetime().nullable().meta({
    description: 'When the next attempt is due, in UTC; null if the delivery has ended.',
    example: null,
  }),
  lastReason: z.string().nullable().meta({
    description:
      'For a PENDING delivery, why the last attempt failed, such as `timeout` or `http_status`. For a FAILED delivery: `retries_exhausted`, `endpoint_gone`, `endpoint_disabled` or `endpoint_deleted`.',
    example: null,
  }),
  lastStatusCode: z.int().nullable().meta({
    description:
      'HTTP status of the endpoint’s response to the last attempt; null before the first attempt, and if there was no response.',
    example: 200,
  }),
  redeliveryOf: idOf('delivery').nullable().meta({ example: null }),
  recoveryId: idOf('webhookRecovery').nullable().meta({
    description: 'Recovery that created the delivery; null if there is none.',
    example: null,
  }),
  finishedAt: z.iso.datetime().nullable().meta({
    description: 'When the delivery succeeded or failed, in UTC; null until then.',
    example: '2026-11-21T09:30:00.120Z',
  }),
  createdAt: recordMembers.createdAt,
  updatedAt: recordMembers.updatedAt,
})
export type Delivery = z.infer<typeof Delivery>

/** A requested delivery, in addition to the pending ones of the event. */
export const Redelivery = resourceSchema('Redelivery', {
  ...Delivery.shape,
  pendingRetryAt: z.iso.datetime().nullable().meta({
    description:
      'When another pending delivery of this event to this endpoint is due, in UTC, so that the event arrives twice; null if there is none.',
    example: null,
  }),
})
export type Redelivery = z.infer<typeof Redelivery>

export const toDelivery = (row: DeliveryModel): Delivery => ({
  id: row.id,
  endpointId: row.endpointId,
  eventId: row.eventId,
  eventType: row.eventType,
  status: row.status as Delivery['status'],
  attemptCount: row.attemptCount,
  nextAttemptAt: utcOrNull(row.nextAttemptAt),
  lastReason: row.lastReason,
  lastStatusCode: row.lastStatusCode,
  redeliveryOf: row.redeliveryOf,
  recoveryId: row.recoveryId,
  finishedAt: utcOrNull(row.finishedAt),
  createdAt: utc(row.createdAt),
  updatedAt: utc(row.updatedAt),
})

export const DeliveryAttempt = resourceSchema('DeliveryAttempt', {
  id: idOf('attempt'),
  number: z
    .int()
    .min(1)
    .meta({ description: 'Number of the attempt, counted from 1.', example: 1 }),
  startedAt: z.iso
    .datetime()
    .meta({ description: 'When the attempt began, in UTC.', example: '2026-11-21T09:30:00.000Z' }),
  durationMs: z
    .int()
    .min(0)
    .meta({ description: 'Duration of the attempt in milliseconds.', example: 84 }),
  outcome: z.enum(['SUCCEEDED', 'FAILED', 'GONE']).meta({ description: 'How the attempt ended.' }),
  statusCode: z
    .int()
    .nullable()
    .meta({ description: 'HTTP status of the response; null if there was none.', example: 200 }),
  reason: z.string().nullable().meta({
    description: 'Reason for the failure; null if the attempt did not fail.',
    example: null,
  }),
  responseBody: z.string().nullable().meta({
    description: 'Response, up to 16 KiB; null if there is none or it is withheld.',
    example: 'ok',
  }),
  withheld: withheldMember('`responseBody`, because a receiver may echo what it was sent'),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const toDeliveryAttempt = (
  row: AttemptModel,
  { actor }: Pick<Reader, 'actor'>,
): DeliveryAttempt => ({
  id: row.id,
  number: row.number,
  startedAt: utc(row.startedAt),
  durationMs: row.durationMs,
  outcome: row.outcome as DeliveryAttempt['outcome'],
  statusCode: row.statusCode,
  reason: row.reason,
  responseBody: missingIn(actor, 'webhook_attempts').length === 0 ? row.responseBody : null,
  withheld: missingIn(actor, 'webhook_attempts'),
})
