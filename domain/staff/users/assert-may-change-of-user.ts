import { notFound } from '#platform/core/errors/errors.ts'
import { can } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertMayManage } from './assert-may-manage.ts'
import { loadUser } from './queries.ts'

/**
 * Refuses to change a user's sessions or passkeys, except for the user and for callers who may change users.
 * Others get not_found. Only owners can change those of owners.
 * @param resource the resource's name in the error
 */
export const assertMayChangeOfUser = async (
  tx: Transaction,
  userId: string,
  resource: string,
): Promise<void> => {
  if (userId === tx.actor.id) return
  if (!can(tx.actor, 'users:write')) throw notFound(resource)
  await assertMayManage(tx, (await loadUser(tx, userId)).roles)
}
