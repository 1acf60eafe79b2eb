import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { noteFacts } from './note-facts.ts'
import { cosignedNoteRecord } from './record.ts'
import { cosignerFor } from './cosigner-for.ts'
import { assertOtherThanAuthor, noteStatusAfter } from './rules.ts'
import { noteEvents } from './events.ts'

/** Instead of co-signing: the note is its author's draft again, and says why. */
export const returnSessionNote = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  changeRecord(ctx, ref, cosignedNoteRecord, {
    fields: async (before, tx) => {
      const status = noteStatusAfter('return', before.status)
      await assertOtherThanAuthor(tx, before)
      await cosignerFor(tx, before)
      const revision = before.revision + 1
      return { status, revision, supervisorId: null, returnReason: reason }
    },
    effects: async (tx, after) => {
      tx.emit(
        noteEvents['session_note.returned'],
        { type: 'sessionNote', id: after.id },
        await noteFacts(tx, after),
      )
    },
  })
