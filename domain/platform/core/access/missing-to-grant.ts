import {
  can,
  PERMISSIONS_OF_EVERYBODY,
  permissionsOfRole,
  ROLES,
  type Actor,
  type Permission,
  type Role,
} from './permissions.ts'

/** The grantor. */
export interface Grantor {
  actor: Pick<Actor, 'kind' | 'permissions'>
  /** True for a signed-in person with the role OWNER. */
  isOwner: boolean
}

/** The rights that are granted. */
export interface Granted {
  permissions: Iterable<Permission>
  /** Whether a person or an API key gets the rights. */
  holder: 'PERSON' | 'API_KEY'
  /** The built-in role that is granted, if it is one. */
  role?: Role
}

/** A missing permission, or the role that is more than its permissions. */
export type Missing = Permission | 'OWNER'

/**
 * The only rule for granting: nobody can grant what they lack. There are two exceptions. Only owners can make
 * owners. A person who manages people can grant the other built-in roles, because an administrator without
 * access to notes must be able to hire a therapist. A key has no exception, so it cannot even grant a person
 * `users:write`, with which that person could exceed the key.
 * @returns what the grantor lacks; empty if they may grant it
 */
export const missingToGrant = (
  { actor, isOwner }: Grantor,
  { permissions, holder, role }: Granted,
): Missing[] => {
  if (actor.permissions === 'all') return []
  if (role === 'OWNER') return isOwner ? [] : ['OWNER']
  if (actor.kind === 'USER' && role && can(actor, 'users:write')) return []
  const wanted = [...permissions]
  const isLadder = actor.kind === 'API_KEY' && holder === 'PERSON' && wanted.includes('users:write')
  return [...new Set([...wanted, ...(isLadder ? OF_WHO_MANAGES_PEOPLE : [])])].filter(
    (permission) => !can(actor, permission),
  )
}

/** The rights that a role gives a person, including those of every signed-in person. */
export const grantedBy = (
  permissions: Iterable<Permission>,
): Pick<Granted, 'permissions' | 'holder'> => ({
  permissions: new Set([...PERMISSIONS_OF_EVERYBODY, ...permissions]),
  holder: 'PERSON',
})

/** Rights that a person who manages users can grant to others, and so to themselves through another account. */
const OF_WHO_MANAGES_PEOPLE: ReadonlySet<Permission> = new Set(
  (Object.keys(ROLES) as Role[])
    .filter((role) => role !== 'OWNER')
    .flatMap((role) => [...permissionsOfRole(role)]),
)
