import { ownProviderOf, type Actor } from '#platform/core/access/permissions.ts'

/** The value with which callers refer to themselves. */
export const ME = 'me'

/** The ids under which a person can be assigned tasks: their own, and that of the provider linked to them. */
export const namesOf = (actor: Actor): string[] => {
  const providerId = ownProviderOf(actor)
  return providerId ? [actor.id, providerId] : [actor.id]
}
