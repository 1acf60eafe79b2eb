import { assertMayGrant, type GrantAt } from '#platform/identity/assert-may-grant.ts'
import { grantedBy } from '#platform/core/access/missing-to-grant.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { isBuiltIn } from '../roles/rules.ts'
import { holdRoles } from './assert-position.ts'

/**
 * Refuses roles that are unknown, and roles that the caller may not grant.
 * @param path the path of the list that contains the roles
 */
export const assertMayGiveRoles = async (
  tx: Transaction,
  roles: readonly string[],
  path = 'roles',
): Promise<void> => {
  const held = await holdRoles(tx, roles, path)
  const grants = held.map(({ role, permissions }): GrantAt => ({
    path: `${path}.${roles.indexOf(role)}`,
    granted: { ...grantedBy(permissions), ...(isBuiltIn(role) && { role }) },
  }))
  await assertMayGrant(tx, grants)
}
