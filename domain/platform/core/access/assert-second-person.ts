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
  second: Second = {},
): Promise<void> => {
  const { actor } = reader
  if (actor.kind === 'SYSTEM') return
  if (second.isPerson && !isSignedIn(actor))
    throw refusal(
      actor,
      `${rule} The other person must be signed in; API keys and programs cannot do this.`,
    )
  if (!(await areSecondPersons(reader, [{ concerned, ...second }]))[0]) throw refusal(actor, rule)
}

/** For each action, whether the caller is another person than those who acted first. */
export const areSecondPersons = async (
  reader: Pick<Reader, 'actor' | 'sql' | 'tenantId' | 'asCentre'>,
  asked: readonly ({ concerned: readonly (string | null)[] } & Second)[],
): Promise<boolean[]> => {
  const { actor } = reader
  const ids = [...new Set([actor.id, ...asked.flatMap(({ concerned }) => concerned)])]
  const keys = await keyOrigins(reader, ids.filter(isKey))
  return asked.map(({ concerned, isPerson, keysAreProviders = false }) => {
    if (actor.kind === 'SYSTEM') return true
    if (isPerson && !isSignedIn(actor)) return false
    const origins = originsIn(keys, keysAreProviders)
    const [mine, ...theirs] = [actor.id, ...concerned].map((id) => origins.get(id ?? '') ?? [id])
    const own = [...mine!, ownProviderOf(actor)].filter((it) => it != null)
    return !theirs.flat().some((it) => it !== null && own.includes(it))
  })
}

const isSignedIn = ({ kind, isDelegated }: Actor): boolean => kind === 'USER' && !isDelegated

const refusal = ({ id }: Actor, rule: string) =>
  new DomainError('second_person_required', rule, { extra: { actorId: id } })

const isKey = (id: string | null): boolean => id !== null && subjectOf(id)?.type === 'apiKey'

/** The origin of each key, and the key's provider. */
const originsIn = (
  keys: Awaited<ReturnType<typeof keyOrigins>>,
  keysAreProviders: boolean,
): Map<string, string[]> =>
  new Map(
    keys.map(({ id, origin, boundTo, providerId }) => [
      id,
      keysAreProviders && boundTo !== null
        ? [id, boundTo]
        : [id, origin, ...(providerId === null ? [] : [providerId])],
    ]),
  )
