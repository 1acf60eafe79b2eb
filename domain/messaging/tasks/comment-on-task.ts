import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { taskRecord } from './record.ts'
import { withComment } from './with-comment.ts'

/** Adds a comment to a task, even a closed one. */
export const commentOnTask = (ctx: Context, { text, ...ref }: RecordRef & { text: string }) =>
  changeRecord(ctx, ref, taskRecord, {
    fields: (before, tx) => withComment(tx, before, text),
  })
