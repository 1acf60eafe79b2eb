import type { Context } from '#platform/core/context.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { utcOrNull } from '#platform/core/time.ts'
import { transact } from '#platform/core/transaction.ts'
import { loadDelivery } from '../endpoints/queries.ts'
import { assertDeliverable } from './assert-deliverable.ts'
import type { Redelivery } from './delivery-schemas.ts'
import { queueDelivery } from './queue-delivery.ts'

/** Sends an event once more, as a delivery of its own: the same event id, 24 hours of its own. */
export const redeliverDelivery = (ctx: Context, { id }: { id: string }): Promise<Redelivery> =>
  transact(ctx, 'deliveries:write', async (tx) => {
    const { endpointId, eventId, eventType, eventCreatedAt, ...original } = await loadDelivery(
      tx,
      id,
    )
    const where = inTenant(tx, endpointId)
    assertDeliverable(await tx.db.webhookEndpoint.findFirstOrThrow({ where }))
    const retry = await tx.db.webhookDelivery.findFirst({
      where: { tenantId: tx.tenantId, endpointId, eventId, status: 'PENDING' },
      orderBy: { nextAttemptAt: 'asc' },
    })
    const delivery = await queueDelivery(tx, {
      endpointId,
      eventId,
      eventType,
      eventCreatedAt,
      redeliveryOf: original.redeliveryOf ?? original.id,
    })
    return { ...delivery, pendingRetryAt: utcOrNull(retry?.nextAttemptAt ?? null) }
  })
