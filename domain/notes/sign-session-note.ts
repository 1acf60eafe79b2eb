import type { SessionNote as SessionNoteModel } from '../../prisma/generated/client.ts'
import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import { lockRecord } from '../core/lock.ts'
import type { RecordRef } from '../core/record-ref.ts'
import type { Transaction } from '../core/transaction.ts'
import { loadRequiredSections } from '../note-templates/queries.ts'
import { loadSession } from '../sessions/queries.ts'
import { loadSupervisorId } from '../supervisions/queries.ts'
import { sessionNoteRecord } from './record.ts'
import { assertAuthor, assertSignable, noteStatusAfter, type Soap } from './rules.ts'
import { signContent } from './sign.ts'

/** Signs one's own note. A supervised therapist's then awaits the supervisor's signature. */
export const signSessionNote = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, sessionNoteRecord, {
    fields: async (before, tx) => {
      const status = noteStatusAfter('sign', before.status)
      assertAuthor(before, tx.actor)
      // What the note is about is fixed from now on: no change of the session may be under way.
      await lockRecord(tx, 'sessions', before.sessionId)
      const { providerId } = await loadSession(tx, before.sessionId)
      return signed(tx, { ...before, status }, providerId)
    },
    effects: signatureFollows,
  })

/** What the author's signature makes of a note. */
export const signed = async (
  tx: Transaction,
  note: Soap & { status: string; templateId: string | null },
  providerId: string,
) => {
  assertSignable(note, await loadRequiredSections(tx, note.templateId))
  const supervisorId = await loadSupervisorId(tx, providerId)
  return supervisorId
    ? { status: 'AWAITING_COSIGN', supervisorId, returnReason: null, signedAt: null }
    : { status: 'SIGNED', supervisorId: null, returnReason: null, signedAt: tx.now }
}

/** The author's signature itself, and the event that says how far the note has come. */
export const signatureFollows = async (tx: Transaction, note: SessionNoteModel): Promise<void> => {
  const { childId, providerId } = await loadSession(tx, note.sessionId)
  await signContent(tx, note, { role: 'AUTHOR', providerId })
  const subject = { type: 'sessionNote', id: note.id }
  const facts = { sessionId: note.sessionId, noteId: note.id, childId }
  if (note.supervisorId)
    tx.emit('note.awaiting_cosign', subject, { ...facts, supervisorId: note.supervisorId })
  else tx.emit('note.signed', subject, facts)
}
