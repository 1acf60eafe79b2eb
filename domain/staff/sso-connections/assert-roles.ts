import { assertMayManage } from '../users/assert-may-manage.ts'
import { holdRoles } from '../users/assert-position.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import type { RoleMappings } from './schemas.ts'

interface GivenRoles {
  roleMappings: RoleMappings
  defaultRoles: readonly string[]
}

/** Refuses roles that there are not. Roles of the centre's own stay until this has committed. */
export const assertRoles = async (
  tx: Transaction,
  { roleMappings, defaultRoles }: GivenRoles,
): Promise<void> => {
  await holdRoles(tx, defaultRoles, 'defaultRoles')
  for (const [at, { roles }] of roleMappings.entries())
    await holdRoles(tx, roles, `roleMappings.${at}.roles`)
}

/** Whoever decides who somebody is can sign in as an owner. */
export const assertMayConnect = (tx: Transaction): void => assertMayManage(tx, 'OWNER')
