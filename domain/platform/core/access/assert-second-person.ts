import { DomainError } from '../errors/errors.ts'
import { subjectOf } from '../records/ids.ts'
import { keyOrigins } from './key-origins.ts'
import { ownProviderOf, type Actor } from './permissions.ts'
import type { Reader } from '../transactions/transaction.ts'

interface Second {
  /** Set for money and irreversible actions: the second person must be signed in, not represented by a program. */
  isPerson?: true
  /**
   * Set if a key bound to a provider counts as that provider instead of its creator, because it signs for the
   * provider.
   */
  keysAreProviders?: true
}

/**
 * Refuses a caller who did the first part of an action that requires two people. Ids with the same origin count
 * as one person: a key counts as its creator, also indirectly. The platform is never refused.
 * @param concerned ids of the users, API keys or providers that acted first or are the subject
 * @param rule the detail of the error, in one sentence
 */
export const assertSecondPerson = async (
  reader: Pick<Reader, 'actor' | 'sql' | 'tenantId' | 'asCentre'>,
  concerned: readonly (string | null)[],
  rule: string,
  { isPerson, keysAreProviders }: Second = {},
): Promise<void> => {
  const { actor } = reader
  if (actor.kind === 'SYSTEM') return
  if (isPerson && !isSignedIn(actor))
    throw refusal(
      actor,
      `${rule} The other person must be signed in; API keys and programs cannot do this.`,
    )
  const origins = await originsOf(reader, [actor.id, ...concerned], keysAreProviders)
  const [mine, ...theirs] = [actor.id, ...concerned].map((id) => origins.get(id ?? '') ?? [id])
  const own = [...mine!, ownProviderOf(actor)].filter((it) => it != null)
  if (theirs.flat().some((it) => it !== null && own.includes(it))) throw refusal(actor, rule)
}

const isSignedIn = ({ kind, isDelegated }: Actor): boolean => kind === 'USER' && !isDelegated

const refusal = ({ id }: Actor, rule: string) =>
  new DomainError('second_person_required', rule, { extra: { actorId: id } })

/** The origin of each key among the ids, and the key's provider. */
const originsOf = async (
  reader: Pick<Reader, 'sql' | 'tenantId' | 'asCentre'>,
  ids: readonly (string | null)[],
  keysAreProviders = false,
): Promise<Map<string, string[]>> => {
  const keys = ids.filter((id) => id !== null && subjectOf(id)?.type === 'apiKey')
  return new Map(
    (await keyOrigins(reader, keys)).map(({ id, origin, boundTo, providerId }) => [
      id,
      keysAreProviders && boundTo !== null
        ? [id, boundTo]
        : [id, origin, ...(providerId === null ? [] : [providerId])],
    ]),
  )
}
