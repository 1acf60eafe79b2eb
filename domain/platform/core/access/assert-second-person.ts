import { DomainError } from '../errors/errors.ts'
import { subjectOf } from '../records/ids.ts'
import { ALONE_MINUTES, assertFreshStepUp } from './assert-fresh-step-up.ts'
import { isSignedIn } from './is-signed-in.ts'
import { keyOrigins } from './key-origins.ts'
import { loadStanding, refusalOfAlone, type Alone } from './may-act-alone.ts'
import { ownProviderOf, type Actor } from './permissions.ts'
import type { Reader, Transaction } from '../transactions/transaction.ts'

interface Second {
  /** Set for money and irreversible actions: the second person must be signed in, not represented by a program. */
  isPerson?: true
  /**
   * Set if a key bound to a provider counts as that provider instead of its creator, because it signs for the
   * provider.
   */
  keysAreProviders?: true
}

interface OrAlone extends Second {
  /**
   * What the only person of a centre may do after a wait, if the centre allows it. Not set for co-signatures:
   * supervision is the work of another professional, and a practice of one has no supervisee.
   */
  alone?: Alone
}

/**
 * Refuses a caller who did the first part of an action that requires two people. Ids with the same origin count
 * as one person: a key counts as its creator, also indirectly. The platform is never refused. Returns whether the
 * caller acts alone, as the only person of the centre who can (docs/decisions/0220). The audit entry says so.
 * @param concerned ids of the users, API keys or providers that acted first or are the subject
 * @param rule the detail of the error, in one sentence
 */
export const assertSecondPerson = async (
  tx: Transaction,
  concerned: readonly (string | null)[],
  rule: string,
  { alone, ...second }: OrAlone = {},
): Promise<boolean> => {
  const { actor } = tx
  if (actor.kind === 'SYSTEM') return false
  if (second.isPerson && !isSignedIn(actor))
    throw refusal(
      actor,
      `${rule} The other person must be signed in; API keys and programs cannot do this.`,
    )
  if ((await areSecondPersons(tx, [{ concerned, ...second }]))[0]) return false
  if (!alone || !isSignedIn(actor)) throw refusal(actor, rule)
  const refused = refusalOfAlone(tx, await loadStanding(tx, alone), alone)
  if (refused) {
    const { detail, ...extra } = refused
    throw refusal(actor, `${rule} ${detail}`, extra)
  }
  await assertFreshStepUp(tx, ALONE_MINUTES)
  tx.actedAlone()
  return true
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

const refusal = ({ id }: Actor, rule: string, extra: object = {}) =>
  new DomainError('second_person_required', rule, { extra: { actorId: id, ...extra } })
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
