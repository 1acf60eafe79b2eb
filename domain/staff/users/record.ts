import type { Prisma, User as UserModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadUser } from './queries.ts'
import { toUser, type User } from './schemas.ts'

/** How a user is loaded, written and shown by the verbs that change it. */
export const userRecord: RecordKind<UserModel, Prisma.UserUncheckedUpdateInput, User> = {
  type: 'user',
  table: 'users',
  permission: 'users:write',
  load: loadUser,
  update: (tx, id, data) => tx.db.user.update({ where: keyOf(tx, id), data }),
  show: toUser,
}
