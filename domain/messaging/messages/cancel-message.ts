import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { disband } from './gather.ts'
import { moveMessage, updateMessage } from './record.ts'

/** Cancels a message that has not been sent. */
export const cancelMessage = (ctx: Context, ref: RecordRef) =>
  moveMessage(ctx, ref, 'cancel', async (tx, before, status) => {
    await disband(tx, before.id)
    return updateMessage(tx, before, { status, reason: 'cancelled', sentWith: null })
  })
