import {
  CENTRE_ONLY,
  IN_PERSON_ONLY,
  PERMISSIONS_OF_EVERYBODY,
  permissionsOf,
  permissionsOfRole,
  ROLES,
  type Actor,
  type Permission,
  type Role,
} from '../core/access/permissions.ts'
import type { SessionState } from './sessions.ts'

type Held = Pick<
  SessionState,
  'userId' | 'id' | 'roles' | 'ownRoles' | 'providerId' | 'locationIds' | 'scopes'
> &
  Partial<Pick<SessionState, 'authenticatedAt'>>

/**
 * The possible actors of a person: one for each extent that their roles let them see, the widest first. A call
 * uses one extent with its permissions: a user who schedules for the whole centre and treats a caseload cannot
 * read all notes. Locations limit the extent of the whole centre. A delegated key has the part that its scopes
 * allow, without what only people may do.
 */
export const actorsOf = (held: Held): readonly [Actor, ...Actor[]] => {
  const { userId: id, id: through, providerId, locationIds, scopes, authenticatedAt } = held
  const isDelegated = scopes.length > 0
  const person = {
    kind: 'USER',
    id,
    through,
    ...(isDelegated ? { isDelegated } : authenticatedAt && { authenticatedAt }),
    ...(providerId && { ownProviderId: providerId }),
  } as const
  const opened = permissionsOf(scopes)
  const isOpen = (permission: Permission) =>
    !isDelegated || (opened.has(permission) && !IN_PERSON_ONLY.has(permission))
  const allowed = (permissions: readonly Permission[]): ReadonlySet<Permission> =>
    new Set([...PERMISSIONS_OF_EVERYBODY, ...permissions].filter(isOpen))
  const centre = permissionsIn(held, 'CENTRE')
  const caseload = permissionsIn(held, 'CASELOAD')
  const wide: Actor =
    locationIds.length === 0
      ? { ...person, permissions: allowed(centre) }
      : { ...person, locationIds, permissions: allowed(withinBounds(centre)) }
  // If the provider is unknown, the caseload is empty.
  if (caseload.length === 0 || !providerId) return [wide]
  return [wide, { ...person, providerId, permissions: allowed(withinBounds(caseload)) }]
}

const withinBounds = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => !CENTRE_ONLY.has(permission))

const permissionsIn = ({ roles, ownRoles }: Held, sight: 'CENTRE' | 'CASELOAD'): Permission[] => {
  const builtIn = roles
    .filter((role): role is Role => role in ROLES && ROLES[role as Role].sight === sight)
    .flatMap((role) => [...permissionsOfRole(role)])
  const own = ownRoles
    .filter((role) => role.sight === sight)
    .flatMap(({ permissions }) => permissions)
  return [...builtIn, ...own]
}
