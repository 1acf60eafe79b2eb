import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The active users of the whole centre who have any of the roles, the oldest first. Users of locations are none of them. */
export const usersOfRoles = (
  { db, tenantId }: Reader,
  roles: readonly string[],
): Promise<{ id: string; roles: string[] }[]> =>
  db.user.findMany({
    where: {
      tenantId,
      status: 'ACTIVE',
      roles: { hasSome: [...roles] },
      locationIds: { isEmpty: true },
    },
    orderBy: { id: 'asc' },
    select: { id: true, roles: true },
  })
