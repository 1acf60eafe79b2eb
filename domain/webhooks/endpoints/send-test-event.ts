import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { EVENT_TYPES, EVENTS } from '../events/event-types.ts'
import { assertDeliverable } from '../deliveries/assert-deliverable.ts'
import type { Delivery } from '../deliveries/delivery-schemas.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { loadWebhookEndpoint } from './queries.ts'

const DEFAULT_TYPE = 'booking.created'

export const SendTestEvent = z
  .strictObject({
    eventType: z.enum(EVENT_TYPES).default(DEFAULT_TYPE).meta({
      description:
        'Event type whose example is sent. The endpoint does not have to subscribe to it.',
    }),
  })
  .meta({ id: 'SendTestEvent', example: { eventType: DEFAULT_TYPE } })
export type SendTestEvent = z.infer<typeof SendTestEvent>

/**
 * Sends the example of an event type to this endpoint only. It is signed and retried as usual. Its body
 * contains `"test": true`, and the event log does not list it.
 */
export const sendTestEvent = (
  ctx: Context,
  { id: endpointId, eventType }: { id: string } & SendTestEvent,
): Promise<Delivery> =>
  transact(ctx, 'webhook-endpoints:write', async (tx) => {
    assertDeliverable(await loadWebhookEndpoint(tx, endpointId))
    const eventId = newId('event')
    await tx.db.outbox.create({
      data: {
        tenantId: tx.tenantId,
        id: eventId,
        kind: 'test',
        type: eventType,
        subjectType: 'webhookEndpoint',
        subjectId: endpointId,
        payload: EVENTS[eventType].example,
        actor: { kind: tx.actor.kind, id: tx.actor.id },
        requestId: tx.requestId ?? null,
        traceparent: tx.traceparent ?? null,
        createdAt: tx.now,
        availableAt: tx.now,
        doneAt: tx.now,
      },
    })
    return queueDelivery(tx, { endpointId, eventId, eventType, eventCreatedAt: tx.now })
  })
