import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadSessionNote } from './queries.ts'
import { provenStatus } from './proven-status.ts'

/**
 * Loads the note for a change. Refuses a note whose status contradicts its signatures, because no verb creates
 * such a note.
 */
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
    'record_altered',
    `The note’s record has the status ${note.status}, but its signatures prove ${proven}, so the database was changed outside the platform. Check /verification, and restore the note from a backup.`,
    { extra: { status: note.status, proven } },
  )
}
