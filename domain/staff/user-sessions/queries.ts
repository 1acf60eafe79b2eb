import type { z } from 'zod'
import type { Prisma, UserSession } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { can } from '#platform/core/access/permissions.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toUserSession } from './schemas.ts'

export const UserSessionQuery = listQuery('userSession', ['-createdAt', 'createdAt'], {
  userId: idOf('user').optional().meta({ description: 'Returns only sessions of this user.' }),
  revoked: fact('If true, returns only revoked sessions; if false, only the others.'),
})
export type UserSessionQuery = z.infer<typeof UserSessionQuery>

/** Callers who may not read users see only their own sessions. */
const visibleTo = ({ actor }: Reader): Prisma.UserSessionWhereInput =>
  can(actor, 'users:read') ? {} : { userId: actor.id }

const userSessions = recordQueries({
  permission: 'user-sessions:read',
  name: 'session of a user',
  find: (reader, { where, ...selection }: Selection<Prisma.UserSessionWhereInput>) =>
    reader.db.userSession.findMany({
      ...selection,
      where: { AND: [...where.AND, visibleTo(reader)] },
    }),
  show: each((row: UserSession, { actor }) => toUserSession(row, actor.through)),
})

export const loadUserSession = userSessions.load
export const getUserSession = userSessions.get
export const listUserSessions = userSessions.list(({ revoked, ...query }: UserSessionQuery) => ({
  ...given(query, 'userId'),
  ...isSet('revokedAt', revoked),
}))
