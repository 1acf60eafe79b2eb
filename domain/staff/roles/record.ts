import type { Prisma, Role as RoleModel } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadRole } from './queries.ts'
import { toRole, type Role } from './schemas.ts'
import { assertMayGrant } from '#platform/identity/assert-may-grant.ts'
import { assertUnassigned } from './assert-unassigned.ts'

/** How a role is loaded, written and shown by the verbs that change it. */
export const roleRecord: ArchivableKind<RoleModel, Prisma.RoleUncheckedUpdateInput, Role> = {
  type: 'role',
  table: 'roles',
  permission: 'roles:write',
  load: loadRole,
  update: (tx, id, data) => tx.db.role.update({ where: keyOf(tx, id), data }),
  show: toRole,
  archiving: {
    fields: async (before, tx) => {
      await assertUnassigned(tx, before.id)
      return archiving.fields(before, tx)
    },
  },
  // Restoring a role is checked like creating one, because single sign-on connections that name it grant it
  // again.
  restoring: {
    fields: async (row, tx) => {
      const { permissions, archivedAt } = toRole(row)
      const granted = { permissions, holder: 'PERSON' } as const
      await assertMayGrant(tx, archivedAt === null ? [] : [{ path: 'id', granted }])
      return restoring.fields()
    },
  },
}
