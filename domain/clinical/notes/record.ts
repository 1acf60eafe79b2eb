import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadNoteToChange } from './load-note-to-change.ts'
import { include, toSessionNote, type SessionNote, type SessionNoteRow } from './schemas.ts'

/** How a note is loaded, written and shown by the verbs that change it. */
export const sessionNoteRecord: RecordKind<
  SessionNoteRow,
  Prisma.SessionNoteUncheckedUpdateInput,
  SessionNote
> = {
  type: 'sessionNote',
  table: 'session_notes',
  permission: 'session-notes:write',
  load: loadNoteToChange,
  update: (tx, id, data) => tx.db.sessionNote.update({ where: keyOf(tx, id), data, include }),
  show: toSessionNote,
}

/** Permissions required to co-sign or return a note. */
export const COSIGNING_NEEDS = ['cosignatures:write', 'session-notes:read'] as const

/** For co-signing, the response shows the note, so supervisors need these permissions. */
export const cosignedNoteRecord = {
  ...sessionNoteRecord,
  permission: COSIGNING_NEEDS,
} as const
