import type { Context } from '../core/context.ts'
import { DomainError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { inTenant } from '../core/record-ref.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import { loadDelivery } from './queries.ts'
import { toDelivery, type Delivery } from './schemas.ts'

/** Sends an event once more, as a delivery of its own: the same event id, 24 hours of its own. */
export const redeliver = (ctx: Context, { id }: { id: string }): Promise<Delivery> =>
  transact(ctx, 'deliveries:write', async (tx) => {
    const original = await loadDelivery(tx, id)
    await assertDeliverable(tx, original.endpointId)
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
    await tx.db.webhookEndpoint.updateMany({
      where: inTenant(tx, row.endpointId),
      data: CLOSED_BREAKER,
    })
    tx.audit({ type: 'delivery', id: row.id }, undefined, row)
    tx.wake('webhookCourier', row.endpointId)
    return toDelivery(row)
  })

const assertDeliverable = async (tx: Transaction, id: string): Promise<void> => {
  const endpoint = await tx.db.webhookEndpoint.findFirst({ where: inTenant(tx, id) })
  if (!endpoint || endpoint.archivedAt) throw refused('The endpoint was deleted.', id)
  if (endpoint.status === 'DISABLED') {
    throw refused('The endpoint is disabled. Resume it first.', id)
  }
}

const refused = (message: string, endpointId: string) =>
  new DomainError('conflict', message, { extra: { endpointId } })
