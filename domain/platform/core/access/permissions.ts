import { PERMISSIONS, type Resource } from '#vocabulary/resources.ts'
import { ROLES, type Role } from '#vocabulary/roles.ts'
import { SCOPES, type Scope, type ScopeName } from '#vocabulary/scopes.ts'
import { DomainError } from '../errors/errors.ts'

export { ROLES, SCOPES, type Resource, type Role, type Scope }

/** The resources of permissions and API keys. */
export const RESOURCES = Object.keys(PERMISSIONS) as [Resource, ...Resource[]]

/** Resources whose writes can concern a child or a client (docs/decisions/0054). */
export const ABOUT_PERSONS: ReadonlySet<Resource> = new Set(
  RESOURCES.filter((resource) => PERMISSIONS[resource].ofPersons),
)

export type Permission = `${Resource}:${'read' | 'write'}`

export const resourceOf = (permission: Permission): Resource =>
  permission.slice(0, permission.lastIndexOf(':')) as Resource

/** The default scopes of a key. Signing for others must be granted explicitly. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'signatures-on-behalf',
)

/** The permissions that a set of scopes includes. */
export const permissionsOf = (scopes: readonly string[]): ReadonlySet<Permission> =>
  new Set(scopes.flatMap((scope) => OPENED_BY.get(scope) ?? []))

const permissionsFor = (scope: Scope): Permission[] => {
  const [name, readOnly] = scope.split('.') as [ScopeName, 'read' | undefined]
  return RESOURCES.flatMap((resource) => {
    const modes = PERMISSIONS[resource].scopes[name] ?? []
    return modes
      .filter((mode) => mode === 'read' || !readOnly)
      .map((mode): Permission => `${resource}:${mode}`)
  })
}

const OPENED_BY: ReadonlyMap<string, readonly Permission[]> = new Map(
  SCOPES.map((scope) => [scope, permissionsFor(scope)]),
)

/** The scopes that include a permission, narrowest first. */
export const scopesFor = (permission: Permission): Scope[] =>
  SCOPES.filter((scope) => permissionsOf([scope]).has(permission)).toSorted(
    (a, b) => permissionsOf([a]).size - permissionsOf([b]).size,
  )

/** The minimal sets of scopes that include all these permissions. */
export const scopeSetsFor = (permissions: readonly Permission[]): Scope[][] => {
  const sets = permissions.reduce<Scope[][]>(
    (all, permission) => {
      const grown = all.flatMap((set) =>
        scopesFor(permission).map((scope) => [...new Set([...set, scope])]),
      )
      return [...new Map(grown.map((set) => [set.toSorted().join(' '), set])).values()]
    },
    [[]],
  )
  const isWithin = (set: Scope[], other: Scope[]) =>
    set.length < other.length && set.every((scope) => other.includes(scope))
  return sets.filter((set) => !sets.some((other) => isWithin(other, set)))
}

/**
 * Permissions that callers bound to a provider or to locations never have, even with the scope or the role.
 * They concern the whole centre, or decide who sees which records.
 */
export const CENTRE_ONLY: ReadonlySet<Permission> = permissionsThatAre('centreOnly')

/** Whether a person needs a fresh proof of identity to use the permission. */
export const takesFreshProof = (permission: Permission): boolean =>
  permission.endsWith(':write') && PERMISSIONS[resourceOf(permission)].freshProof === true

/**
 * Permissions that only a signed-in person has. A key that acts for a person never has them. They include each
 * permission that requires a fresh proof, unless its resource gives a reason.
 */
export const IN_PERSON_ONLY: ReadonlySet<Permission> = new Set([
  ...permissionsThatAre('inPersonOnly'),
  ...RESOURCES.filter((resource) => !PERMISSIONS[resource].programs)
    .map((resource): Permission => `${resource}:write`)
    .filter(takesFreshProof),
])

function permissionsThatAre(what: 'centreOnly' | 'inPersonOnly'): ReadonlySet<Permission> {
  return new Set(
    RESOURCES.flatMap((resource) =>
      (PERMISSIONS[resource][what] ?? []).map((mode): Permission => `${resource}:${mode}`),
    ),
  )
}

/** All permissions that an operation requires. */
const ALL_PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) => {
  const { scopes } = PERMISSIONS[resource]
  const modes = new Set(Object.values(scopes).flat())
  return (['read', 'write'] as const).flatMap((mode): Permission[] =>
    modes.has(mode) ? [`${resource}:${mode}`] : [],
  )
})

/** Permissions that people can have; the others are only for API keys. */
export const PERMISSIONS_OF_PEOPLE: readonly Permission[] = ALL_PERMISSIONS.filter(
  (permission) => !PERMISSIONS[resourceOf(permission)].forKeysOnly,
)

/** The permissions of a role, within what the role sees. */
export const permissionsOfRole = (role: Role): ReadonlySet<Permission> => OPENED_BY_ROLE.get(role)!

const opensTo = (role: Role, permission: Permission): boolean => {
  if (role === 'OWNER') return true
  const { read, write } = PERMISSIONS[resourceOf(permission)].roles
  const holds = (holders: typeof read) =>
    holders === 'EVERYBODY' || (holders?.includes(role) ?? false)
  return holds(write) || (permission.endsWith(':read') && holds(read))
}

const ROLE_NAMES = Object.keys(ROLES) as Role[]

const OPENED_BY_ROLE: ReadonlyMap<Role, ReadonlySet<Permission>> = new Map(
  ROLE_NAMES.map((role) => [
    role,
    new Set(PERMISSIONS_OF_PEOPLE.filter((permission) => opensTo(role, permission))),
  ]),
)

/** Permissions that every role includes. None of them shows a child. */
export const PERMISSIONS_OF_EVERYBODY: readonly Permission[] = PERMISSIONS_OF_PEOPLE.filter(
  (permission) => ROLE_NAMES.every((role) => permissionsOfRole(role).has(permission)),
)

/** The roles that include a permission. */
const rolesFor = (permission: Permission): Role[] =>
  ROLE_NAMES.filter((role) => permissionsOfRole(role).has(permission))

/**
 * The caller. `permissions` are the effective ones after scopes, roles and key limits. `'all'` is the platform
 * itself, acting for a tenant in a workflow or on the command line.
 */
export interface Actor {
  kind: 'API_KEY' | 'USER' | 'SYSTEM' | 'ANONYMOUS'
  id: string
  /** The session or delegated key through which a person acts. */
  through?: string
  /** True for a delegated key, with which a program acts for the person. */
  isDelegated?: true
  /** True for an API key that is limited to read methods. */
  isReadOnly?: true
  /** When a person last proved their identity, if known. */
  authenticatedAt?: Date
  /** The provider to whom the caller is bound, which limits children to the caseload. */
  providerId?: string
  /** The locations to which a person is bound, which limit children and records. */
  locationIds?: readonly string[]
  /** The provider linked to a person, also if the person sees more than that provider's caseload. */
  ownProviderId?: string
  permissions: ReadonlySet<Permission> | 'all'
}

/** The provider as whom a caller acts: the one linked to a person, or the one to whom a key is bound. */
export const ownProviderOf = ({ ownProviderId, providerId }: Actor): string | undefined =>
  ownProviderId ?? providerId

/** How much of the centre a caller sees. */
export type Sight = 'CENTRE' | 'LOCATIONS' | 'CASELOAD'

export const sightOf = ({ providerId, locationIds }: Bounds): Sight => {
  if (locationIds) return 'LOCATIONS'
  return providerId ? 'CASELOAD' : 'CENTRE'
}

/** The limits of a caller; none for a caller who sees the whole centre. */
export type Bounds = Pick<Actor, 'providerId' | 'locationIds'>

/** Decides whether a caller has a permission. There is no other function for this. */
export const can = (actor: Pick<Actor, 'permissions'>, permission: Permission): boolean =>
  actor.permissions === 'all' || actor.permissions.has(permission)

/** Of several possible actors, the first that has all permissions; the last if none has. */
export const actorFor = (
  actors: readonly [Actor, ...Actor[]],
  needs: readonly Permission[],
): Actor =>
  actors.find((actor) => needs.every((permission) => can(actor, permission))) ?? actors.at(-1)!

/** The permissions that an operation requires: one, or all of several. */
export type Needs = Permission | readonly [Permission, ...Permission[]]

export const permissionsIn = (needs: Needs): readonly [Permission, ...Permission[]] =>
  typeof needs === 'string' ? [needs] : needs

export const authorize = (actor: Actor, needs: Needs): void => {
  const permission = permissionsIn(needs).find((needed) => !can(actor, needed))
  if (permission === undefined) return
  if (actor.isDelegated) throw notOfTheKey(permission)
  if (actor.kind === 'USER') throw notOfYourRoles(permission, actor)
  if (actor.providerId && CENTRE_ONLY.has(permission))
    throw new DomainError(
      'insufficient_scope',
      `This requires the permission ${permission}, which keys bound to a provider do not have. Use a key of the centre.`,
      { extra: { permission } },
    )
  if (actor.isReadOnly && permission.endsWith(':write'))
    throw new DomainError(
      'insufficient_scope',
      `This requires the permission ${permission}, but the methods of the API key allow only reading. Add POST to its methods, or use another key.`,
      { extra: { permission } },
    )
  const scopes = scopesFor(permission)
  throw new DomainError(
    'insufficient_scope',
    `This requires the permission ${permission}. Request a token with ${named('scope', scopes)}.`,
    { extra: { permission, scopes } },
  )
}

/** Formats `the scope children`, or `one of the scopes bookings, bookings.read`. */
const named = (kind: 'scope' | 'role', names: readonly string[]): string =>
  names.length === 1 ? `the ${kind} ${names[0]}` : `one of the ${kind}s ${names.join(', ')}`

const notOfTheKey = (permission: Permission) => {
  const scopes = scopesFor(permission)
  const way = IN_PERSON_ONLY.has(permission)
    ? 'people must do this themselves, so sign in and make the request there'
    : `your roles lack it, or the key lacks ${named('scope', scopes)}`
  return new DomainError(
    'insufficient_scope',
    `This requires the permission ${permission}, which a program that acts for you does not have: ${way}.`,
    { extra: { permission, scopes } },
  )
}

const notOfYourRoles = (permission: Permission, { locationIds }: Bounds) => {
  const roles = rolesFor(permission)
  if (locationIds && CENTRE_ONLY.has(permission))
    return new DomainError(
      'insufficient_role',
      `This requires the permission ${permission} for the whole centre, but your access is limited to locations. Ask a person who works for the whole centre.`,
      { extra: { permission, roles } },
    )
  const which =
    roles.length > 0 ? `it comes with ${named('role', roles)}` : 'only API keys can have it'
  return new DomainError(
    'insufficient_role',
    `This requires the permission ${permission}, which your roles do not have: ${which}.`,
    { extra: { permission, roles } },
  )
}
