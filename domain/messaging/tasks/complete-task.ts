import { taskMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { closed, type Closing } from './closed.ts'
import { taskRecord } from './record.ts'

/** Completes a task. */
export const completeTask = (ctx: Context, { comment, ...ref }: Closing) =>
  moveRecord(ctx, ref, taskRecord, taskMoves, 'complete', {
    fields: (before, tx) => closed(tx, before, comment),
  })
