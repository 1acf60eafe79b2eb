import type { Reader } from '../core/transaction.ts'

/** Whether a person acts who is signed in and has the role OWNER. Nothing else makes an owner, whatever it may do. */
export const isOwner = async ({
  actor,
  db,
  tenantId,
}: Pick<Reader, 'actor' | 'db' | 'tenantId'>): Promise<boolean> => {
  if (actor.kind !== 'USER' || actor.isDelegated) return false
  const owner = { tenantId, id: actor.id, status: 'ACTIVE' as const, roles: { has: 'OWNER' } }
  return (await db.user.count({ where: owner })) > 0
}
