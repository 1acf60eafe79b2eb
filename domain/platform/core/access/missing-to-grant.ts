import {
  can,
  PERMISSIONS_OF_EVERYBODY,
  permissionsOfRole,
  ROLES,
  type Actor,
  type Permission,
  type Role,
} from './permissions.ts'

/** Who gives rights away. */
export interface Grantor {
  actor: Pick<Actor, 'kind' | 'permissions'>
  /** A person who is signed in and has the role OWNER. */
  isOwner: boolean
}

/** Rights that somebody would get. */
export interface Granted {
  permissions: Iterable<Permission>
  /** Who would have them: a person, or an API key. */
  holder: 'PERSON' | 'API_KEY'
  /** The platform's role that they are, where it is one. */
  role?: Role
}

/** A permission, or the role that no permissions add up to. */
export type Missing = Permission | 'OWNER'

/**
 * The one rule of who may give what: nobody gives what they may not do themselves. Two exceptions: only owners
 * make owners, whatever anybody may do; and a person who manages people gives the platform's other roles,
 * because an administrator, who reads no notes, has to be able to take on a therapist. A key has no exception,
 * so that it gives a person no `users:write` either, by which that person could do what the key cannot.
 * @returns what the grantor lacks; nothing when they may give it
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

/** What a person has by a role: what everybody has who is signed in, too. */
export const grantedBy = (
  permissions: Iterable<Permission>,
): Pick<Granted, 'permissions' | 'holder'> => ({
  permissions: new Set([...PERMISSIONS_OF_EVERYBODY, ...permissions]),
  holder: 'PERSON',
})

/** What somebody can give others, and so themselves by another account, who may write users. */
const OF_WHO_MANAGES_PEOPLE: ReadonlySet<Permission> = new Set(
  (Object.keys(ROLES) as Role[])
    .filter((role) => role !== 'OWNER')
    .flatMap((role) => [...permissionsOfRole(role)]),
)
