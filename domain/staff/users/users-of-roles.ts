import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Active users of the whole centre with any of the roles, oldest first. Users bound to locations are excluded. */
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
