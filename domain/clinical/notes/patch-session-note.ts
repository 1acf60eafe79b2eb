import { noteMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { keepVersion } from './keep-version.ts'
import { sessionNoteRecord } from './record.ts'
import { assertAuthor } from './rules.ts'
import type { PatchSessionNote } from './schemas.ts'

/** Saves the caller's own draft, any number of times. The database, too, refuses changes of signed text. */
export const patchSessionNote = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSessionNote },
) =>
  moveRecord(ctx, ref, sessionNoteRecord, noteMoves, 'patch', {
    fields: (before, tx) => {
      assertAuthor(before, tx.actor)
      return patch
    },
    effects: keepVersion,
  })
