import { notFound } from '#platform/core/errors/errors.ts'
import { can } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertMayManage } from './assert-may-manage.ts'
import { loadUser } from './queries.ts'

/**
 * Refuses to change what belongs to a user, such as a session or a passkey, but to themselves and to callers who may change
 * users. For others it is not there. What belongs to an owner is changed by owners alone.
 * @param resource what it is, for the error
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
