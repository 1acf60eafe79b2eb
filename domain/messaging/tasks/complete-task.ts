import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { closed, type Closing } from './closed.ts'
import { taskEvents, taskFacts } from './events.ts'
import { taskRecord } from './record.ts'

/** The task has been done. */
export const completeTask = (ctx: Context, { comment, ...ref }: Closing) =>
  changeRecord(ctx, ref, taskRecord, {
    fields: (before, tx) => closed(tx, before, 'complete', comment),
    effects: (tx, after) =>
      tx.emit(taskEvents['task.done'], { type: 'task', id: after.id }, taskFacts(after)),
  })
