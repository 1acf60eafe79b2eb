import { DomainError } from '#platform/core/errors.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { loadSessionNote } from './queries.ts'
import type { NoteStatus } from './rules.ts'

interface Stated {
  revision: number
  supervisorId: string | null
}

/** The state that signatures and addenda prove, whatever the note's status says. */
export const provenStatus = (
  note: Stated,
  signatures: readonly { role: string; revision: number }[],
  addenda: number,
): NoteStatus => {
  const isSignedBy = (role: string) =>
    signatures.some((it) => it.revision === note.revision && it.role === role)
  if (!isSignedBy('AUTHOR')) return 'DRAFT'
  if (note.supervisorId !== null && !isSignedBy('COSIGNER')) return 'AWAITING_COSIGN'
  return addenda > 0 ? 'AMENDED' : 'SIGNED'
}

/** The note as a verb changes it. Refused when its status contradicts its signatures: no verb leads there. */
export const loadNoteToChange = async (reader: Reader, id: string) => {
  const note = await loadSessionNote(reader, id)
  const ofNote = { tenantId: reader.tenantId, noteId: id }
  const signatures = await reader.db.sessionNoteSignature.findMany({
    where: { ...ofNote, revision: note.revision },
    select: { role: true, revision: true },
  })
  const addenda = await reader.db.sessionNoteAddendum.count({ where: ofNote })
  const proven = provenStatus(note, signatures, addenda)
  if (note.status === proven) return note
  throw new DomainError(
    'conflict',
    `The note's record says ${note.status} and its signatures say ${proven}: somebody changed the database. Read /verification and restore the note from a backup.`,
    { extra: { status: note.status, proven } },
  )
}
