import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { cameBack } from './came-back.ts'
import { moveMessage, updateMessage } from './record.ts'

/** Records that a sent message bounced, as somebody saw in the sender's mailbox. */
export const markMessageBounced = (ctx: Context, ref: RecordRef) =>
  moveMessage(ctx, ref, 'mark-bounced', async (tx, before, status) => {
    const after = await updateMessage(tx, before, { status, reason: 'bounced' })
    await cameBack(tx, after, 'BOUNCED')
    return after
  })
