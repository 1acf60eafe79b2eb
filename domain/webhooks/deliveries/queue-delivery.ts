import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { closeBreaker } from '../endpoints/breaker.ts'
import { toDelivery, type Delivery } from './delivery-schemas.ts'
import { webhookCourierWorkflow } from './workflows.ts'

/** An event for one endpoint. */
export interface QueuedDelivery {
  endpointId: string
  eventId: string
  eventType: string
  eventCreatedAt: Date
  /** The event's first delivery to the endpoint, which this one repeats. */
  redeliveryOf?: string
}

/** Requests an event's delivery to one endpoint: due now, after any failures. */
export const queueDelivery = async (tx: Transaction, event: QueuedDelivery): Promise<Delivery> => {
  const row = await tx.db.webhookDelivery.create({
    data: {
      ...event,
      tenantId: tx.tenantId,
      id: newId('delivery'),
      status: 'PENDING',
      nextAttemptAt: tx.now,
      createdAt: tx.now,
      updatedAt: tx.now,
    },
  })
  await closeBreaker(tx, event.endpointId)
  tx.created({ type: 'delivery', id: row.id }, row)
  tx.wake(webhookCourierWorkflow, event.endpointId)
  return toDelivery(row)
}
