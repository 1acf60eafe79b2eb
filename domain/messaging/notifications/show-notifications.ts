import { can } from '#platform/core/access/permissions.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { allDeliveries } from './chosen-delivery.ts'
import { loadChoices } from './queries.ts'
import type { UserNotifications } from './schemas.ts'

export const showNotifications = async (
  reader: Reader,
  userId: string,
): Promise<UserNotifications> => {
  const user = await reader.db.user.findFirst({ where: inTenant(reader, userId) })
  if (!user) throw notFound('user')
  const { roles } = user
  const choices = await loadChoices(reader, [userId, ...roles])
  return { userId, notifications: allDeliveries(choices, { userId, roles }) }
}

/** People choose for themselves; those who manage users choose for anybody. */
export const assertTheirs = (
  { actor }: Reader,
  userId: string,
  permission: 'users:read' | 'users:write',
): void => {
  if (userId !== actor.id && !can(actor, permission)) throw notFound('user')
}
