import { noteMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { cosignedNoteRecord } from './record.ts'
import { cosignerFor } from './cosigner-for.ts'
import { assertOtherThanAuthor } from './rules.ts'

/** Returns the note to its author as a draft with a reason, instead of co-signing. */
export const returnSessionNote = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  moveRecord(ctx, ref, cosignedNoteRecord, noteMoves, 'return', {
    fields: async (before, tx) => {
      await assertOtherThanAuthor(tx, before)
      await cosignerFor(tx, before)
      const revision = before.revision + 1
      return { revision, supervisorId: null, returnReason: reason }
    },
  })
