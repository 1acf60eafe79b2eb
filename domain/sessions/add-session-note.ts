import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { transact } from '../core/transaction.ts'
import { toSessionNote, type CreateSessionNote, type SessionNote } from './note-schemas.ts'
import { loadSession } from './queries.ts'
import { assertSignable } from './rules.ts'

/** Adds a SOAP note to a session, as a draft or signed at once. Its author is who calls. */
export const addSessionNote = (
  ctx: Context,
  { id, note: { sign, ...soap } }: { id: string; note: CreateSessionNote },
): Promise<SessionNote> =>
  transact(ctx, 'session-notes:write', async (tx) => {
    const session = await loadSession(tx, id)
    if (sign) assertSignable(soap)
    const row = await tx.db.sessionNote.create({
      data: {
        ...freshRecord(tx, newId('sessionNote')),
        ...soap,
        sessionId: session.id,
        status: sign ? 'SIGNED' : 'DRAFT',
        authorId: tx.actor.id,
        signedAt: sign ? tx.now : null,
      },
    })
    const subject = { type: 'sessionNote', id: row.id }
    tx.audit(subject, undefined, row)
    tx.emit('session.note_added', subject, {
      sessionId: session.id,
      noteId: row.id,
      childId: session.childId,
    })
    return toSessionNote(row)
  })
