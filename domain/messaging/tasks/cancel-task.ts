import { taskMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { closed, type Closing } from './closed.ts'
import { taskRecord } from './record.ts'

/** Cancels a task that is no longer needed. */
export const cancelTask = (ctx: Context, { comment, ...ref }: Closing) =>
  moveRecord(ctx, ref, taskRecord, taskMoves, 'cancel', {
    fields: (before, tx) => closed(tx, before, comment),
  })
