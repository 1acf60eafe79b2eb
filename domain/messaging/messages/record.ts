import { messageMoves } from './moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import type { Message as MessageModel, Prisma } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import type { Context } from '#platform/core/context/context.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { messageFacts } from './events.ts'
import { loadMessage } from './queries.ts'
import { type MessageStatus } from './rules.ts'
import { toMessage, type Message } from './schemas.ts'

/** Writes a locked message's new state, and audits it. */
export const updateMessage = async (
  tx: Transaction,
  before: MessageModel,
  data: Prisma.MessageUncheckedUpdateInput,
): Promise<MessageModel> => {
  const after = await tx.db.message.update({
    where: keyOf(tx, before.id),
    data: { ...data, ...touched(tx) },
  })
  tx.changed({ type: 'message', id: before.id }, messageFacts(before), messageFacts(after))
  return after
}

/** A verb of the message's state machine: lock, If-Match, rule, write, audit, outbox. */
export const moveMessage = (
  ctx: Context,
  { id, version }: RecordRef,
  name: keyof typeof messageMoves.moves,
  change: (
    tx: Transaction,
    before: MessageModel,
    status: MessageStatus,
  ) => Promise<MessageModel> | MessageModel,
): Promise<Message> =>
  transact(ctx, 'messages:write', async (tx) => {
    await lockRecord(tx, 'messages', id)
    const before = await loadMessage(tx, id)
    assertVersion(before, version)
    const after = await move(tx, messageMoves, name, before, async (status) =>
      change(tx, before, status),
    )
    return toMessage(after, tx.platform.cipher)
  })
