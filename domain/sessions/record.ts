import type { Prisma, Session as SessionModel } from '../../prisma/generated/client.ts'
import type { RecordKind } from '../core/change-record.ts'
import { keyOf } from '../core/record-ref.ts'
import { loadSession } from './queries.ts'
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
