import { noteMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { keepVersion } from './keep-version.ts'
import { sessionNoteRecord } from './record.ts'
import { changedText } from './note-text.ts'
import { assertAuthor, type NoteFormat } from './rules.ts'
import { noteTextOf, textColumns, type PatchSessionNote } from './schemas.ts'

/** Saves the caller's own draft, any number of times. The database, too, refuses changes of signed text. */
export const patchSessionNote = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSessionNote },
) =>
  moveRecord(ctx, ref, sessionNoteRecord, noteMoves, 'patch', {
    fields: (before, tx) => {
      assertAuthor(before, tx.actor)
      return textColumns(changedText(before.format as NoteFormat, noteTextOf(before), patch))
    },
    effects: keepVersion,
  })
