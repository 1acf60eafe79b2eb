import type { Prisma, UserSession as UserSessionModel } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { can } from '#platform/core/permissions.ts'
import { keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { assertMayManage } from '../users/assert-may-manage.ts'
import { loadUser } from '../users/queries.ts'
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

/** One's own, or of who may change users anybody's. For good, and at once; again it changes nothing. */
export const revokeUserSession = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, userSessionRecord, {
    fields: async (before, tx) => {
      if (before.userId !== tx.actor.id) {
        if (!can(tx.actor, 'users:write')) throw notFound('session of a user')
        await assertMayManage(tx, (await loadUser(tx, before.userId)).roles)
      }
      return { revokedAt: before.revokedAt ?? tx.now }
    },
  })
