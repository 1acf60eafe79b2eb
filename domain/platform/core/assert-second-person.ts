import { DomainError } from './errors.ts'
import type { Actor } from './permissions.ts'

/**
 * Refuses a caller who did the first half of what takes two people. The platform itself is never refused.
 * @param concerned ids of the users, API keys or providers that acted, or that are decided about
 * @param rule the detail of the error, one sentence
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
