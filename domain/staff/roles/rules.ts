import { invalid } from '#platform/core/errors/errors.ts'
import {
  CENTRE_ONLY,
  ROLES,
  type Permission,
  type Role,
} from '#platform/core/access/permissions.ts'

/** The rights of a role. */
export interface Grant {
  sight: 'CENTRE' | 'CASELOAD'
  permissions: Iterable<Permission>
}

/** Checks that a role with a caseload includes no centre-wide permissions. */
export const assertFits = ({ sight, permissions }: Grant): void => {
  if (sight === 'CENTRE') return
  const wide = [...permissions].filter((permission) => CENTRE_ONLY.has(permission))
  if (wide.length === 0) return
  throw invalid(
    'permissions',
    'not_allowed',
    `The permissions ${wide.join(', ')} apply to the whole centre, so they are not allowed if sight is CASELOAD.`,
  )
}

/** Whether users with a role can be bound to locations, because centre-wide permissions cannot be limited. */
export const canBeBound = (role: string): boolean =>
  !isBuiltIn(role) || !('alwaysWhole' in ROLES[role])

export const isBuiltIn = (role: string): role is Role => role in ROLES
