import type { Context } from '#platform/core/context/context.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { findMessage } from './queries.ts'
import { messageDeliveryWorkflow } from './workflows.ts'

/** Notices to one person that are due within this time are one e-mail. */
const TOGETHER_MINUTES = 5

/**
 * Combines this notice with others to the same person that are due soon, so that they are one e-mail. Binds them
 * before anything is sent: a repeat then sends the same e-mail, and no notice is sent twice.
 */
export const gather = (ctx: Context, id: string): Promise<void> =>
  transact({ ...ctx, whileSuspended: true }, 'messages:write', async (tx) => {
    tx.nothingChanged({ type: 'message', id })
    const message = await findMessage(tx, id)
    if (message?.status !== 'QUEUED' || message.sentWith) return
    // Of two notices that are due at once, the second finds itself bound to the first.
    await lockKey(tx, `notices/${tx.tenantId}/${message.recipientId}`)
    await tx.sql(BIND, [
      tx.tenantId,
      id,
      message.recipientId,
      message.language,
      addMinutes(tx.now, TOGETHER_MINUTES),
      message.template,
    ])
  })

/** Lets the messages that were to go with this one go on their own. */
export const disband = async (tx: Transaction, id: string): Promise<void> => {
  const left = await tx.sql<{ id: string }>(DISBAND, [tx.tenantId, id])
  for (const message of left) tx.wake(messageDeliveryWorkflow, message.id)
}

const BIND = `
  UPDATE messages SET sent_with = $2
  WHERE tenant_id = $1 AND recipient_id = $3 AND language = $4 AND template = $6 AND channel = 'EMAIL' AND status = 'QUEUED'
    AND sent_with IS NULL AND (id = $2 OR due_at <= $5)
    AND EXISTS (SELECT FROM messages first WHERE first.tenant_id = $1 AND first.id = $2 AND first.sent_with IS NULL)`

const DISBAND = `
  UPDATE messages SET sent_with = NULL WHERE tenant_id = $1 AND sent_with = $2 AND id <> $2 AND status = 'QUEUED'
  RETURNING id`
