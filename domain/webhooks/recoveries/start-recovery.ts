import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { instant } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertDeliverable } from '../deliveries/assert-deliverable.ts'
import { closeBreaker } from '../endpoints/breaker.ts'
import { loadWebhookEndpoint } from '../endpoints/queries.ts'
import { toWebhookRecovery, type WebhookRecovery } from './schemas.ts'
import { webhookRecoveryWorkflow } from './workflows.ts'

export const StartRecovery = z
  .strictObject({
    startsAt: instant().meta({
      description:
        'Beginning of the range, inclusive. It can be earlier than the creation of the endpoint.',
    }),
    endsAt: instant()
      .exactOptional()
      .meta({ description: 'End of the range, exclusive. Defaults to now.' }),
  })
  .meta({
    id: 'StartRecovery',
    example: { startsAt: '2026-11-20T00:00:00Z', endsAt: '2026-11-21T00:00:00Z' },
  })
export type StartRecovery = z.infer<typeof StartRecovery>

/**
 * Delivers again what an endpoint missed: events of the range to which it is subscribed and that have neither
 * reached it nor are pending. A workflow creates the deliveries in batches.
 */
export const startRecovery = (
  ctx: Context,
  { id: endpointId, startsAt, endsAt }: { id: string } & StartRecovery,
): Promise<WebhookRecovery> =>
  transact(ctx, 'webhook-endpoints:write', async (tx) => {
    const end = endsAt ?? tx.now
    if (end > tx.now) throw invalid('endsAt', 'in_the_future', 'endsAt must not be in the future.')
    if (startsAt >= end)
      throw invalid('startsAt', 'inverted_range', 'startsAt must be before endsAt.')
    assertDeliverable(await loadWebhookEndpoint(tx, endpointId))
    const row = await tx.db.webhookRecovery.create({
      data: {
        ...freshRecord(tx, newId('webhookRecovery')),
        endpointId,
        startsAt,
        endsAt: end,
        status: 'RUNNING',
        cursorAt: startsAt,
      },
    })
    await closeBreaker(tx, endpointId)
    tx.created({ type: 'webhookRecovery', id: row.id }, row)
    tx.start(webhookRecoveryWorkflow, row.id)
    return toWebhookRecovery(row)
  })
