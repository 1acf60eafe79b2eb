import {
  CENTRE_ONLY,
  PERMISSIONS_OF_EVERYBODY,
  permissionsOfRole,
  ROLES,
  type Actor,
  type Permission,
  type Role,
} from '../core/permissions.ts'
import type { SessionState } from './sessions.ts'

type Held = Pick<SessionState, 'userId' | 'id' | 'roles' | 'ownRoles' | 'providerId'>

/**
 * As whom a person may act: once for each sight that their roles have, the widest first. A call is made
 * with one sight, and with what is allowed in it: somebody who schedules for the whole centre and treats a
 * caseload does not thereby read the notes of the whole centre.
 */
export const actorsOf = (held: Held): readonly [Actor, ...Actor[]] => {
  const { userId: id, id: through, providerId } = held
  const person = {
    kind: 'USER',
    id,
    through,
    ...(providerId && { ownProviderId: providerId }),
  } as const
  const centre = permissionsIn(held, 'CENTRE')
  const caseload = permissionsIn(held, 'CASELOAD')
  const wide: Actor = { ...person, permissions: withWhatEverybodyMay(centre) }
  // Whose caseload it would be is not known: it shows nothing.
  if (caseload.length === 0 || !providerId) return [wide]
  const bound = caseload.filter((permission) => !CENTRE_ONLY.has(permission))
  return [wide, { ...person, providerId, permissions: withWhatEverybodyMay(bound) }]
}

const withWhatEverybodyMay = (permissions: readonly Permission[]): ReadonlySet<Permission> =>
  new Set([...PERMISSIONS_OF_EVERYBODY, ...permissions])

const permissionsIn = ({ roles, ownRoles }: Held, sight: 'CENTRE' | 'CASELOAD'): Permission[] => {
  const builtIn = roles
    .filter((role): role is Role => role in ROLES && ROLES[role as Role].sight === sight)
    .flatMap((role) => [...permissionsOfRole(role)])
  const own = ownRoles
    .filter((role) => role.sight === sight)
    .flatMap(({ permissions }) => permissions)
  return [...builtIn, ...own]
}
