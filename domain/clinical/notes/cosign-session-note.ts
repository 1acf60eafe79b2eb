import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { noteFacts } from './note-facts.ts'
import { cosignedNoteRecord } from './record.ts'
import { cosignerFor } from './cosigner-for.ts'
import { assertOtherThanAuthor, noteStatusAfter } from './rules.ts'
import { signContent } from './sign-content.ts'
import { noteEvents } from './events.ts'

/** The signature of the supervisor whom the note names, or of their delegate: with it the note is signed. */
export const cosignSessionNote = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, cosignedNoteRecord, {
    fields: async (before, tx) => {
      const status = noteStatusAfter('cosign', before.status)
      await assertOtherThanAuthor(tx, before)
      return { status, signedAt: tx.now }
    },
    effects: async (tx, after) => {
      const signer = await cosignerFor(tx, after)
      await signContent(tx, after, { role: 'COSIGNER', ...signer })
      tx.emit(
        noteEvents['session_note.signed'],
        { type: 'sessionNote', id: after.id },
        await noteFacts(tx, after),
      )
    },
  })
