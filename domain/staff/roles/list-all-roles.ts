import type { Context } from '#platform/core/context/context.ts'
import {
  permissionsOfRole,
  ROLES,
  type Permission,
  type Role,
} from '#platform/core/access/permissions.ts'
import { canBeBound } from './rules.ts'
import { read } from '#platform/core/transactions/transaction.ts'

/** A built-in or custom role, with its permissions. */
export interface AnyRole {
  /** The name of a built-in role, or the id of a custom one. */
  role: string
  name: string
  about: string | null
  sight: 'CENTRE' | 'CASELOAD'
  /** Whether locations can limit what it shows. */
  canBeBound: boolean
  permissions: readonly Permission[]
}

const BUILT_IN: readonly AnyRole[] = Object.entries(ROLES).map(([role, { about, sight }]) => ({
  role,
  name: role,
  about,
  sight,
  canBeBound: sight === 'CENTRE' && canBeBound(role),
  permissions: [...permissionsOfRole(role as Role)],
}))

/** All roles of the centre, built-in ones first. */
export const listAllRoles = (ctx: Context): Promise<AnyRole[]> =>
  read(ctx, 'roles:read', async ({ db, tenantId }) => {
    const own = await db.role.findMany({
      where: { tenantId, archivedAt: null },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
    return [
      ...BUILT_IN,
      ...own.map(({ id, name, description, sight, permissions }) => ({
        role: id,
        name,
        about: description,
        sight,
        canBeBound: sight === 'CENTRE',
        permissions: permissions as Permission[],
      })),
    ]
  })
