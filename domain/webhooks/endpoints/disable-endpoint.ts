import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { failPending } from '../deliveries/fail-pending.ts'
import { isGivenUp } from '../deliveries/rules.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { webhookEvents } from './events.ts'

/** Why the platform stops delivering to an endpoint. */
export type DisableReason = 'gone' | 'failing'

/**
 * Disables an endpoint whose receiver is gone or that has failed too long (unless it was resumed meanwhile),
 * sends an event to the tenant's other endpoints, and notifies the endpoint's contact. Idempotent.
 */
export const disableEndpoint = (
  ctx: Context,
  { id, reason }: { id: string; reason: DisableReason },
): Promise<void> =>
  transact(ctx, 'webhook-endpoints:write', async (tx) => {
    await lockRecord(tx, 'webhook_endpoints', id)
    const before = await tx.db.webhookEndpoint.findFirst({ where: inTenant(tx, id) })
    const subject = { type: 'webhookEndpoint', id } as const
    const stands = before && !before.archivedAt && before.status !== 'DISABLED'
    if (!stands || (reason === 'failing' && !isGivenUp(before.failingStartedAt, tx.now))) {
      tx.nothingChanged(subject)
      return
    }
    const after = await tx.db.webhookEndpoint.update({
      where: keyOf(tx, id),
      data: {
        status: 'DISABLED',
        statusReason: reason,
        statusChangedAt: tx.now,
        ...touched(tx),
      },
    })
    await failPending(tx, id, 'endpoint_disabled')
    tx.changed(subject, before, after)
    tx.emit(webhookEvents['webhook_endpoint.disabled'], subject, { endpointId: id, reason })
    await tellContact(tx, id, reason)
    await announceEndpoint(tx, after)
  })

const tellContact = async (tx: Transaction, id: string, reason: DisableReason): Promise<void> => {
  const recipient = await findRecipient(tx, { type: 'webhookEndpoint', id })
  if (!recipient?.email) return
  await queueMessage(tx, {
    template: 'webhook_endpoint.disabled',
    variables: { endpointId: id, reason },
    recipient,
    subject: { type: 'webhookEndpoint', id },
    dedupeKey: `${id}/disabled/${tx.now.getTime()}`,
    // The recipient operates a machine and is not a family.
    now: true,
  })
}
