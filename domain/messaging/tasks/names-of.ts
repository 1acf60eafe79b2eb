import { ownProviderOf, type Actor } from '#platform/core/access/permissions.ts'

/** How callers name themselves. */
export const ME = 'me'

/** The ids by which somebody can be given a task: their own, and that of the provider that they are. */
export const namesOf = (actor: Actor): string[] => {
  const providerId = ownProviderOf(actor)
  return providerId ? [actor.id, providerId] : [actor.id]
}
