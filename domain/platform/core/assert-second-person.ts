import { DomainError } from './errors.ts'
import type { Actor } from './permissions.ts'

/**
 * Four eyes: refuses a caller who is one of those whose act this is about. The platform is nobody.
 * @param concerned ids of the users or API keys that acted, or that are decided about
 * @param rule what the caller is told: a sentence
 */
export const assertSecondPerson = (
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  concerned: readonly (string | null)[],
  rule: string,
): void => {
  if (kind === 'SYSTEM' || !concerned.includes(id)) return
  throw new DomainError('second_person_required', rule, { extra: { actorId: id } })
}
