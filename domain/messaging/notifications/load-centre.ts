import type { Actor, Permission } from '#platform/core/access/permissions.ts'
import { currentAt } from '#platform/core/records/period-of.ts'
import type { NotificationChoice } from '#prisma/generated/client.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { actorsOf } from '#platform/identity/actors-of.ts'
import { loadMessagingTerms } from '../messages/settings.ts'

/** A user who can be told. */
export interface Person {
  id: string
  name: string
  email: string
  roles: string[]
  providerId: string | null
  locationIds: string[]
  /** What they may do, apart from what only owners may. */
  actors: readonly [Actor, ...Actor[]]
  /** The user who is told instead, while this one is away. */
  deputyId: string | undefined
}

/** Whom a centre can tell, and when its days and digests begin. */
export interface Centre {
  people: Person[]
  timeZone: string
  digestTime: string
  /** What was chosen for people and for roles. */
  choices: NotificationChoice[]
}

/** The active users of the centre, with what their roles let them do. */
export const loadCentre = async (reader: Reader): Promise<Centre> => {
  const { db, tenantId, now } = reader
  const [users, roles, absences, { digestTime }, { timeZone }, choices] = await Promise.all([
    db.user.findMany({ where: { tenantId, status: 'ACTIVE' }, orderBy: { id: 'asc' } }),
    db.role.findMany({
      where: { tenantId, archivedAt: null },
      select: { id: true, sight: true, permissions: true },
    }),
    // Of several absences, the one that was recorded last decides.
    db.absence.findMany({ where: { tenantId, ...currentAt(now) }, orderBy: { id: 'asc' } }),
    db.tenant.findFirstOrThrow({ where: { id: tenantId }, select: { digestTime: true } }),
    loadMessagingTerms(reader),
    db.notificationChoice.findMany({ where: { tenantId } }),
  ])
  const deputies = new Map(absences.map(({ userId, deputyId }) => [userId, deputyId]))
  const people = users.map((user) => {
    const ownRoles = roles
      .filter(({ id }) => user.roles.includes(id))
      .map((role) => ({ ...role, permissions: role.permissions as Permission[] }))
    const held = { ...user, roles: user.roles.filter((role) => role !== 'OWNER') }
    return {
      ...user,
      actors: actorsOf({ ...held, userId: user.id, id: '', ownRoles, scopes: [] }),
      deputyId: deputies.get(user.id),
    }
  })
  return { people, timeZone, digestTime, choices }
}
