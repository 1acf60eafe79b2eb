import type { Context } from '#platform/core/context/context.ts'
import { translateDatabaseError } from '#platform/core/errors/database-errors.ts'
import { DomainError, notFound } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { DecideHeldMessages, DecidedMessages } from './held-schemas.ts'
import { loadMessage } from './queries.ts'
import { updateMessage } from './record.ts'
import { resendMessage } from './resend-message.ts'

/** Messages per call. */
const MOST = 200

/** Sends or drops the messages to a client that wait because there were too many within an hour. */
export const decideHeldMessages = (
  ctx: Context,
  { id: clientId, decision }: DecideHeldMessages & { id: string },
): Promise<DecidedMessages> =>
  transact(ctx, 'messages:write', async (tx) => {
    const client = await tx.db.client.findFirst({ where: inTenant(tx, clientId) })
    if (!client) throw notFound('client')
    const held = await tx.sql<{ id: string }>(HELD, [tx.tenantId, clientId, MOST])
    tx.nothingChanged({ type: 'client', id: clientId })
    const decided: string[] = []
    const left: string[] = []
    for (const { id } of held) {
      const list = (await DECIDE[decision](tx, id)) ? decided : left
      list.push(id)
    }
    return { clientId, decision, messageIds: decided, leftIds: left }
  })

const release = async (tx: Transaction, id: string): Promise<boolean> => {
  try {
    await tx.attempt(() => resendMessage(tx, { id, version: undefined }))
    return true
  } catch (thrown) {
    const error = translateDatabaseError(thrown)
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
  WHERE tenant_id = $1 AND reason = 'too_many' AND recipient_id = $2
  ORDER BY created_at, id LIMIT $3 FOR UPDATE`
