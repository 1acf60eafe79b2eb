import { DomainError } from '#platform/core/errors/errors.ts'
import {
  ABOUT_PERSONS,
  can,
  PERMISSIONS_OF_PEOPLE,
  resourceOf,
  scopesFor,
  type Actor,
} from '#platform/core/access/permissions.ts'

/**
 * The permissions that the content of an archive requires: reading records of children and clients, including
 * clinical ones.
 */
const SHOWN = PERMISSIONS_OF_PEOPLE.filter(
  (permission) => permission.endsWith(':read') && ABOUT_PERSONS.has(resourceOf(permission)),
)

/**
 * Refuses an API key, or a program that acts for a person, without permission to read everything in an archive.
 * Signed-in people can answer requests for access because of their role, even without access to clinical
 * records.
 */
export const assertReadsAll = ({ actor }: { actor: Actor }): void => {
  if (actor.kind === 'USER' && !actor.isDelegated) return
  const missing = SHOWN.filter((permission) => !can(actor, permission))
  const [permission] = missing
  if (permission === undefined) return
  throw new DomainError(
    'insufficient_scope',
    `An archive contains all data about a person, but this token is not allowed to read ${missing.join(', ')}. Use a token with these permissions, or ask a signed-in person to create the link.`,
    { extra: { permission, scopes: scopesFor(permission) } },
  )
}
