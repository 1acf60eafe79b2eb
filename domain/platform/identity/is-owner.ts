import type { Reader } from '../core/transactions/transaction.ts'

/** Whether the caller is a signed-in person with the role OWNER. No set of permissions makes somebody an owner. */
export const isOwner = async ({
  actor,
  db,
  tenantId,
}: Pick<Reader, 'actor' | 'db' | 'tenantId'>): Promise<boolean> => {
  if (actor.kind !== 'USER' || actor.isDelegated) return false
  const owner = { tenantId, id: actor.id, status: 'ACTIVE' as const, roles: { has: 'OWNER' } }
  return (await db.user.count({ where: owner })) > 0
}
