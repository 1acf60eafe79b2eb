import type { Prisma, UserSession as UserSessionModel } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayChangeOfUser } from '../users/assert-may-change-of-user.ts'
import { loadUserSession } from './queries.ts'
import { toUserSession, type UserSession } from './schemas.ts'

const userSessionRecord: RecordKind<
  UserSessionModel,
  Prisma.UserSessionUncheckedUpdateInput,
  UserSession
> = {
  type: 'userSession',
  table: 'user_sessions',
  permission: 'user-sessions:write',
  load: loadUserSession,
  update: (tx, id, data) => tx.db.userSession.update({ where: keyOf(tx, id), data }),
  show: (row, { actor }) => toUserSession(row, actor.through),
}

/**
 * Revokes the caller's own session, or anybody's with the permission to change users. It is permanent and
 * immediate; repeating it changes nothing.
 */
export const revokeUserSession = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, userSessionRecord, {
    fields: async (before, tx) => {
      await assertMayChangeOfUser(tx, before.userId, 'session of a user')
      return { revokedAt: before.revokedAt ?? tx.now }
    },
  })
