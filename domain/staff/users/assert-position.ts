import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { permissionsOfRole, ROLES, type Permission } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { canBeBound, isBuiltIn, type Grant } from '../roles/rules.ts'

/** A user's position at the centre. */
export interface Position {
  roles: readonly string[]
  providerId: string | null
  /** Empty for the whole centre. */
  locationIds: readonly string[]
}

/** Refuses an inconsistent position. Locks custom roles until the commit. */
export const assertPosition = async (
  tx: Transaction,
  { roles, providerId, locationIds }: Position,
): Promise<void> => {
  if (new Set(roles).size < roles.length)
    throw invalid('roles', 'duplicate', 'roles must not repeat a role.')
  const whole = roles.filter((role) => !canBeBound(role))
  if (locationIds.length > 0 && whole.length > 0)
    throw invalid(
      'locationIds',
      'not_allowed',
      `The roles ${whole.join(', ')} apply to the whole centre. Choose other roles, or omit locationIds.`,
    )
  const grants = await holdRoles(tx, roles, 'roles')
  if (providerId === null && grants.some(({ sight }) => sight === 'CASELOAD'))
    throw invalid(
      'providerId',
      'required',
      'providerId is required with roles that are limited to a caseload.',
    )
}

/** The rights of roles, with custom roles locked. `path` is the list to name in the error if a role is unknown. */
export const holdRoles = async (
  tx: Transaction,
  roles: readonly string[],
  path: string,
): Promise<HeldRole[]> => {
  const own = roles.filter((role) => !isBuiltIn(role))
  const rows = own.length === 0 ? [] : await tx.sql<RoleRow>(HOLD_ROLES, [tx.tenantId, own])
  const missing = own.find((role) => !rows.some(({ id }) => id === role))
  if (missing !== undefined) throw invalidReference(`${path}.${roles.indexOf(missing)}`, 'role')
  return [
    ...roles.filter(isBuiltIn).map((role) => ({
      role,
      sight: ROLES[role].sight,
      permissions: permissionsOfRole(role),
    })),
    ...rows.map(({ id, ...grant }) => ({ role: id, ...grant })),
  ]
}

/** A role with its name or id, and its rights. */
interface HeldRole extends Grant {
  role: string
}

type RoleRow = { id: string; sight: Grant['sight']; permissions: Permission[] }

const HOLD_ROLES = `SELECT id, sight, permissions FROM roles
  WHERE tenant_id = $1 AND id = ANY ($2) AND archived_at IS NULL FOR SHARE`
