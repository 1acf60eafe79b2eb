import { noteMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { sessionNoteRecord } from './record.ts'

/** Makes the caller the author of a draft, if its author has left or a key wrote the draft for the caller. */
export const takeOverSessionNote = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, sessionNoteRecord, noteMoves, 'takeOver', {
    fields: (_, tx) => ({ authorId: tx.actor.id }),
  })
