import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadWholeSession } from './queries.ts'
import { include, toSession, type Session, type SessionRow } from './schemas.ts'

/** How a session is loaded, written and shown by the verbs that change it. */
export const sessionRecord: RecordKind<SessionRow, Prisma.SessionUncheckedUpdateInput, Session> = {
  type: 'session',
  table: 'sessions',
  permission: 'sessions:write',
  load: loadWholeSession,
  update: (tx, id, data) => tx.db.session.update({ where: keyOf(tx, id), data, include }),
  show: toSession,
}
