import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadDelivery } from '../endpoints/queries.ts'
import { assertDeliverable } from './assert-deliverable.ts'
import type { Redelivery } from './delivery-schemas.ts'
import { queueDelivery } from './queue-delivery.ts'

/**
 * Sends an event again as a new delivery, with the same event id and another 24 hours. Locks the endpoint, so
 * that simultaneous calls create only one delivery.
 */
export const redeliverDelivery = (ctx: Context, { id }: { id: string }): Promise<Redelivery> =>
  transact(ctx, 'deliveries:write', async (tx) => {
    const { endpointId, eventId, eventType, eventCreatedAt, ...original } = await loadDelivery(
      tx,
      id,
    )
    const where = inTenant(tx, endpointId)
    await lockRecord(tx, 'webhook_endpoints', endpointId)
    await assertNotRedelivered(tx, { endpointId, eventId })
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

/** Refuses a redelivery while another one is pending. */
const assertNotRedelivered = async (
  { db, tenantId }: Transaction,
  event: { endpointId: string; eventId: string },
): Promise<void> => {
  const underWay = await db.webhookDelivery.findFirst({
    where: { tenantId, ...event, status: 'PENDING', redeliveryOf: { not: null } },
    select: { id: true },
  })
  if (!underWay) return
  throw new DomainError(
    'invalid_transition',
    `This event is already being redelivered: ${underWay.id} is PENDING. To check its progress, use GET /v1/deliveries/{id}.`,
    { extra: { status: 'PENDING', allowed: [] } },
  )
}
