import { noteMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { SessionNote as SessionNoteModel } from '#prisma/generated/client.ts'
import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadRequiredSections } from '../note-templates/queries.ts'
import { loadSession } from '../sessions/queries.ts'
import { loadSupervisorId } from '#organization/supervisions/queries.ts'
import { noteFacts } from './note-facts.ts'
import { sessionNoteRecord } from './record.ts'
import { textsOf, type NoteText } from './note-text.ts'
import { assertAuthor, assertSignable, signerFor } from './rules.ts'
import { noteTextOf } from './schemas.ts'
import { signContent } from './sign-content.ts'
import { noteEvents } from './events.ts'
import { sessionFollowUpWorkflow } from '../sessions/workflows.ts'

/** Signs the caller's note. The note of a supervised therapist then awaits the supervisor's signature. */
export const signSessionNote = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, sessionNoteRecord, {
    fields: async (before, tx) => {
      assertMove(noteMoves, 'sign', before)
      assertAuthor(before, tx.actor)
      // The session cannot change from now on, so it is locked to wait for changes in progress.
      await lockRecord(tx, 'sessions', before.sessionId)
      const { providerId } = await loadSession(tx, before.sessionId)
      return signed(tx, { ...before, text: noteTextOf(before) }, providerId)
    },
    effects: signatureFollows,
  })

/** Computes the note's state after the author's signature. */
export const signed = async (
  tx: Transaction,
  note: { text: NoteText; format: string; templateId: string | null },
  providerId: string,
) => {
  await assertFreshStepUp(tx)
  const { text } = note
  const required =
    note.format === 'SOAP'
      ? await loadRequiredSections(tx, note.templateId)
      : text.sections.filter((it) => it.required).map(({ key }) => key)
  assertSignable(textsOf(note.format, text), required)
  const supervisorId = await loadSupervisorId(tx, providerId)
  return supervisorId
    ? { status: 'AWAITING_COSIGN', supervisorId, returnReason: null, signedAt: null }
    : { status: 'SIGNED', supervisorId: null, returnReason: null, signedAt: tx.now }
}

/** Adds the author's signature and announces the event. */
export const signatureFollows = async (tx: Transaction, note: SessionNoteModel): Promise<void> => {
  const session = await loadSession(tx, note.sessionId)
  const facts = await noteFacts(tx, note)
  await signContent(tx, note, { role: 'AUTHOR', ...signerFor(tx.actor, facts.providerId) })
  const subject = { type: 'sessionNote', id: note.id } as const
  if (note.supervisorId)
    tx.emit(noteEvents['session_note.awaiting_cosign'], subject, {
      ...facts,
      supervisorId: note.supervisorId,
    })
  else tx.emit(noteEvents['session_note.signed'], subject, facts)
  await wakeFollowUps(tx, session)
}

/** Wakes the follow-ups that remind people of the note, so that these steps end. */
const wakeFollowUps = async (
  tx: Transaction,
  { id, appointmentId }: { id: string; appointmentId: string | null },
): Promise<void> => {
  if (appointmentId === null) return tx.wake(sessionFollowUpWorkflow, id)
  for (const { noteSigned } of tx.platform.registry.sessionListeners)
    await noteSigned(tx, appointmentId)
}
