import type { Actor, Permission } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { actorsOf } from '#platform/identity/actors-of.ts'

/** A user who can be told. */
export interface Person {
  id: string
  name: string
  email: string
  roles: string[]
  providerId: string | null
  locationIds: string[]
  actors: readonly [Actor, ...Actor[]]
}

/** The active users of the centre, with what their roles let them do. */
export const loadPeople = async ({ db, tenantId }: Reader): Promise<Person[]> => {
  const [users, roles] = await Promise.all([
    db.user.findMany({ where: { tenantId, status: 'ACTIVE' }, orderBy: { id: 'asc' } }),
    db.role.findMany({
      where: { tenantId, archivedAt: null },
      select: { id: true, sight: true, permissions: true },
    }),
  ])
  return users.map((user) => {
    const ownRoles = roles
      .filter(({ id }) => user.roles.includes(id))
      .map((role) => ({ ...role, permissions: role.permissions as Permission[] }))
    return { ...user, actors: actorsOf({ ...user, userId: user.id, id: '', ownRoles, scopes: [] }) }
  })
}
