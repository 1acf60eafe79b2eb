import { isOwner } from '#platform/identity/is-owner.ts'
import { onlyOwners } from '#platform/identity/assert-may-grant.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Refuses to change a user who has these roles: only owners can change owners. */
export const assertMayManage = async (
  tx: Pick<Transaction, 'actor' | 'db' | 'tenantId'>,
  roles: readonly string[],
): Promise<void> => {
  if (tx.actor.permissions === 'all' || !roles.includes('OWNER')) return
  if (!(await isOwner(tx))) throw onlyOwners()
}
