import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { assertDeliverable } from './assert-deliverable.ts'
import { CLOSED_BREAKER } from '../endpoints/breaker.ts'
import { toDelivery, type Delivery } from './delivery-schemas.ts'
import { loadDelivery } from '../endpoints/queries.ts'
import { webhookCourierWorkflow } from './workflows.ts'

/** Sends an event once more, as a delivery of its own: the same event id, 24 hours of its own. */
export const redeliver = (ctx: Context, { id }: { id: string }): Promise<Delivery> =>
  transact(ctx, 'deliveries:write', async (tx) => {
    const original = await loadDelivery(tx, id)
    const where = inTenant(tx, original.endpointId)
    assertDeliverable(await tx.db.webhookEndpoint.findFirstOrThrow({ where }))
    const row = await tx.db.webhookDelivery.create({
      data: {
        tenantId: tx.tenantId,
        id: newId('delivery'),
        endpointId: original.endpointId,
        eventId: original.eventId,
        eventType: original.eventType,
        status: 'pending',
        eventCreatedAt: original.eventCreatedAt,
        nextAttemptAt: tx.now,
        redeliveryOf: original.redeliveryOf ?? original.id,
        createdAt: tx.now,
        updatedAt: tx.now,
      },
    })
    await tx.db.webhookEndpoint.updateMany({ where, data: CLOSED_BREAKER })
    tx.audit({ type: 'delivery', id: row.id }, undefined, row)
    tx.wake(webhookCourierWorkflow, row.endpointId)
    return toDelivery(row)
  })
