import type { User } from '#prisma/generated/client.ts'
import type { Actor, Permission } from '../core/access/permissions.ts'
import { inTenant } from '../core/records/record-ref.ts'
import type { Reader } from '../core/transactions/transaction.ts'
import { actorsOf } from './actors-of.ts'

/**
 * An active user of the centre, with their actors as of now; undefined if there is none.
 * @param through the session through which the user acts, if any
 */
export const loadActiveUser = async (
  reader: Reader,
  { userId, through = '' }: { userId: string; through?: string | undefined },
): Promise<{ user: User; actors: readonly [Actor, ...Actor[]] } | undefined> => {
  const { db, tenantId } = reader
  const user = await db.user.findFirst({ where: inTenant(reader, userId) })
  if (user?.status !== 'ACTIVE') return undefined
  const [own, session] = await Promise.all([
    db.role.findMany({
      where: { tenantId, id: { in: user.roles }, archivedAt: null },
      select: { id: true, sight: true, permissions: true },
    }),
    db.userSession.findFirst({ where: inTenant(reader, through), select: { scopes: true } }),
  ])
  const ownRoles = own.map((role) => ({ ...role, permissions: role.permissions as Permission[] }))
  return {
    user,
    actors: actorsOf({ ...user, userId, id: through, ownRoles, scopes: session?.scopes ?? [] }),
  }
}
