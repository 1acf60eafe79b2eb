import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { DecideHeldMessages, DecidedMessages } from './held-schemas.ts'
import { loadMessage } from './queries.ts'
import { updateMessage } from './record.ts'
import { resendMessage } from './resend-message.ts'

/** Messages per call. */
const MOST = 200

/** Sends or drops the messages that wait because a person already got too many within an hour. */
export const decideHeldMessages = (
  ctx: Context,
  { recipientId, decision }: DecideHeldMessages,
): Promise<DecidedMessages> =>
  transact(ctx, 'messages:write', async (tx) => {
    const held = await tx.sql<{ id: string }>(HELD, [tx.tenantId, recipientId ?? null, MOST])
    tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
    const decided: string[] = []
    const left: string[] = []
    for (const { id } of held) (await DECIDE[decision](tx, id)) ? decided.push(id) : left.push(id)
    return { decision, messageIds: decided, leftIds: left }
  })

const release = async (tx: Transaction, id: string): Promise<boolean> => {
  try {
    await tx.attempt(() => resendMessage(tx, { id, version: undefined }))
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

const drop = async (tx: Transaction, id: string): Promise<boolean> => {
  await updateMessage(tx, await loadMessage(tx, id), { reason: 'cancelled' })
  return true
}

const DECIDE = { RELEASE: release, DROP: drop }

const HELD = `
  SELECT id FROM messages
  WHERE tenant_id = $1 AND reason = 'too_many' AND ($2::text IS NULL OR recipient_id = $2)
  ORDER BY created_at, id LIMIT $3 FOR UPDATE`
