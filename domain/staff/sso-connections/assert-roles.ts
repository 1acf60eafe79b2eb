import { assertMayManage } from '../users/assert-may-manage.ts'
import { assertMayGiveRoles } from '../users/assert-may-give-roles.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { RoleMappings } from './schemas.ts'

interface GivenRoles {
  roleMappings: RoleMappings
  defaultRoles: readonly string[]
}

/** Refuses roles that are unknown, and roles that the caller may not grant. */
export const assertRoles = async (
  tx: Transaction,
  { roleMappings, defaultRoles }: GivenRoles,
): Promise<void> => {
  await assertMayGiveRoles(tx, defaultRoles, 'defaultRoles')
  for (const [at, { roles }] of roleMappings.entries())
    await assertMayGiveRoles(tx, roles, `roleMappings.${at}.roles`)
}

/** A connection can sign anybody in as an owner, so only owners can create one. */
export const assertMayConnect = (tx: Transaction): Promise<void> => assertMayManage(tx, ['OWNER'])
