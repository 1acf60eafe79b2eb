import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { moveMessage, updateMessage } from './record.ts'

/** Cancels a message that has not been sent. */
export const cancelMessage = (ctx: Context, ref: RecordRef) =>
  moveMessage(ctx, ref, 'cancel', (tx, before, status) =>
    updateMessage(tx, before, { status, reason: 'cancelled' }),
  )
