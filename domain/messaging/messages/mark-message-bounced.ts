import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { reportUndelivered } from './events.ts'
import { moveMessage, updateMessage } from './record.ts'

/** It came back after the mail server had taken it: said by whoever reads the sender's mailbox. */
export const markMessageBounced = (ctx: Context, ref: RecordRef) =>
  moveMessage(ctx, ref, 'mark-bounced', async (tx, before, status) => {
    const after = await updateMessage(tx, before, { status, reason: 'bounced' })
    reportUndelivered(tx, after)
    return after
  })
