import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertUsable } from './assert-usable.ts'
import { insertVersion } from './record.ts'
import { toMessageText, type CreateMessageText, type MessageText } from './schemas.ts'

/** Saves the centre's own text for a template, which replaces the platform's from now on. */
export const createMessageText = (ctx: Context, input: CreateMessageText): Promise<MessageText> =>
  transact(ctx, 'message-settings:write', async (tx) => {
    await assertUsable(tx, input)
    const id = newId('messageText')
    const row = await tx.db.messageText.create({ data: { ...freshRecord(tx, id), ...input } })
    await insertVersion(tx, { id, number: row.latestNumber, words: input })
    tx.created({ type: 'messageText', id }, row)
    return toMessageText(row, [])
  })
