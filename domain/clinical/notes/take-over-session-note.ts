import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { sessionNoteRecord } from './record.ts'
import { noteStatusAfter } from './rules.ts'

/** The caller becomes a draft's author: for when its author has left, or a key wrote it for them. */
export const takeOverSessionNote = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, sessionNoteRecord, {
    fields: (before, tx) => ({
      status: noteStatusAfter('takeOver', before.status),
      authorId: tx.actor.id,
    }),
  })
