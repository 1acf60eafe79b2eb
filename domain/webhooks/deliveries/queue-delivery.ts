import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { closeBreaker } from '../endpoints/breaker.ts'
import { toDelivery, type Delivery } from './delivery-schemas.ts'
import { webhookCourierWorkflow } from './workflows.ts'

/** An event to deliver to one endpoint. */
export interface QueuedDelivery {
  endpointId: string
  eventId: string
  eventType: string
  eventCreatedAt: Date
  /** The first delivery of the event to this endpoint, which the new one repeats. */
  redeliveryOf?: string
}

/** Queues the delivery of an event to one endpoint. It is due now, even after failures. */
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
