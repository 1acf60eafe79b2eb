import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { closed, type Closing } from './closed.ts'
import { taskRecord } from './record.ts'

/** The task need not be done any more. */
export const cancelTask = (ctx: Context, { comment, ...ref }: Closing) =>
  changeRecord(ctx, ref, taskRecord, {
    fields: (before, tx) => closed(tx, before, 'cancel', comment),
  })
