import { DomainError } from './errors.ts'
import type { Actor } from './permissions.ts'

/**
 * Four eyes: refuses a caller who is one of those whose act this is about. The platform is nobody.
 * @param concerned ids of the users, API keys or providers that acted, or that are decided about
 * @param rule what the caller is told: a sentence
 */
export const assertSecondPerson = (
  actor: Pick<Actor, 'kind' | 'id' | 'ownProviderId'>,
  concerned: readonly (string | null)[],
  rule: string,
): void => {
  const { kind, id, ownProviderId = id } = actor
  if (kind === 'SYSTEM' || !(concerned.includes(id) || concerned.includes(ownProviderId))) return
  throw new DomainError('second_person_required', rule, { extra: { actorId: id } })
}
