import type { Prisma, Role as RoleModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadRole } from './queries.ts'
import { toRole, type Role } from './schemas.ts'

/** How a role is loaded, written and shown by the verbs that change it. */
export const roleRecord: RecordKind<RoleModel, Prisma.RoleUncheckedUpdateInput, Role> = {
  type: 'role',
  table: 'roles',
  permission: 'roles:write',
  load: loadRole,
  update: (tx, id, data) => tx.db.role.update({ where: keyOf(tx, id), data }),
  show: toRole,
}
