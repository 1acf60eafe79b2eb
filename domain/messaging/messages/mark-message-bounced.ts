import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { reportUndelivered } from './events.ts'
import { markUndeliverable } from '../channels/mark-undeliverable.ts'
import { tryNextChannel } from './try-next-channel.ts'
import { moveMessage, updateMessage } from './record.ts'

/** Records that a sent message bounced, as somebody saw in the sender's mailbox. */
export const markMessageBounced = (ctx: Context, ref: RecordRef) =>
  moveMessage(ctx, ref, 'mark-bounced', async (tx, before, status) => {
    const after = await updateMessage(tx, before, { status, reason: 'bounced' })
    await markUndeliverable(tx, after, 'BOUNCED')
    reportUndelivered(tx, after)
    await tryNextChannel(tx, after)
    return after
  })
