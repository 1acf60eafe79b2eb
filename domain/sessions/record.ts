import type {
  Prisma,
  Session as SessionModel,
  SessionNote as SessionNoteModel,
} from '../../prisma/generated/client.ts'
import type { RecordKind } from '../core/change-record.ts'
import { keyOf } from '../core/record-ref.ts'
import { toSessionNote, type SessionNote } from './note-schemas.ts'
import { loadSession, loadSessionNote } from './queries.ts'
import { toSession, type Session } from './schemas.ts'

/** How a session is loaded, written and shown by the verbs that change it. */
export const sessionRecord: RecordKind<SessionModel, Prisma.SessionUncheckedUpdateInput, Session> =
  {
    type: 'session',
    table: 'sessions',
    permission: 'sessions:write',
    load: loadSession,
    update: (tx, id, data) => tx.db.session.update({ where: keyOf(tx, id), data }),
    show: toSession,
  }

/** …and a note of one. */
export const sessionNoteRecord: RecordKind<
  SessionNoteModel,
  Prisma.SessionNoteUncheckedUpdateInput,
  SessionNote
> = {
  type: 'sessionNote',
  table: 'session_notes',
  permission: 'session-notes:write',
  load: loadSessionNote,
  update: (tx, id, data) => tx.db.sessionNote.update({ where: keyOf(tx, id), data }),
  show: toSessionNote,
}
