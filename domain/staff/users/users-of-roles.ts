import type { Reader } from '#platform/core/transaction.ts'

/** The active users who have any of the roles: the oldest first. */
export const usersOfRoles = (
  { db, tenantId }: Reader,
  roles: readonly string[],
): Promise<{ id: string; roles: string[] }[]> =>
  db.user.findMany({
    where: { tenantId, status: 'ACTIVE', roles: { hasSome: [...roles] } },
    orderBy: { id: 'asc' },
    select: { id: true, roles: true },
  })
