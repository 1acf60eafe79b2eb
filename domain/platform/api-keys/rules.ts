import { missingToGrant, type Grantor as GrantorOfRights } from '../core/access/missing-to-grant.ts'
import { isWithinRange } from '../identity/addresses.ts'
import { coversScope, keyPermissions } from '../identity/scopes.ts'

/** Requests a minute that a tenant may give its keys by itself. */
const SELF_SERVICE_RATE_LIMIT = 600

/** What a key may do, and until when. */
export interface KeyLimits {
  scopes: readonly string[]
  resources: readonly string[]
  methods: readonly string[]
  ipRanges: readonly string[]
  rateLimitPerMinute: number | null
  expiresAt: Date | null
  /** Whose caseload it sees; null sees the whole centre. */
  providerId: string | null
}

/** That a key signs, as no other scope lets it. */
export const SIGNING_SCOPE = 'signatures-on-behalf'

/** What says as whom a key signs. */
export type Signing = Pick<KeyLimits, 'scopes' | 'providerId'>

/** Who grants: what they may do now and, when they use a key themselves, that key's limits. */
export interface Grantor extends Pick<GrantorOfRights, 'actor'> {
  key: KeyLimits | undefined
}

/** A change of a key: how it was, and the members that are set. */
export interface KeyChange {
  before: KeyLimits
  changed: Partial<KeyLimits>
}

/** One member by which a key would be allowed more than who grants it. */
export interface Excess {
  path: keyof KeyLimits
  message: string
}

/** What a key reaches follows from these together: a change of one is judged like a change of all. */
const REACH = ['scopes', 'resources', 'providerId'] as const satisfies (keyof KeyLimits)[]

/**
 * Nobody hands out what they do not have (core/missing-to-grant.ts). Scopes whose modules are to come amount to no
 * permission yet, so that the names are compared as well. Lifting a limit of a key that another made gives
 * all that it may do, and a change of what a key may do gives it within the limits that the key then has.
 * @param change left out for a new key
 */
export const excessOver = (
  { actor, key }: Grantor,
  wanted: KeyLimits,
  { before, changed }: Partial<KeyChange> & Pick<KeyChange, 'changed'> = { changed: wanted },
): Excess[] => {
  const reach =
    REACH.find((member) => member in changed) ??
    (before && LIMITS.find((member) => member in changed && !liesWithin[member](wanted, before)))
  const beyond = missingToGrant(
    { actor, isOwner: false },
    {
      permissions: keyPermissions(wanted.scopes, wanted.resources, wanted.providerId),
      holder: 'API_KEY',
    },
  )
  const unheld = wanted.scopes.filter((scope) => key && !coversScope(key.scopes, scope))
  const within = (limit: Limit, bound: string): Excess | false => {
    if (key === undefined || liesWithin[limit](wanted, key)) return false
    if (limit in changed) return { path: limit, message: `must ${bound}, as your key's` }
    // The key would be allowed more, and reach further with it than who allows it.
    return (
      reach !== undefined && {
        path: reach,
        message: `set ${limit} as well: it must ${bound}, as your key's`,
      }
    )
  }
  const excesses: (Excess | false)[] = [
    reach !== undefined &&
      beyond.length > 0 && {
        path: reach,
        message: `would allow ${beyond.join(', ')}, which you may not do yourself`,
      },
    reach !== undefined &&
      unheld.length > 0 && { path: reach, message: `your key does not have ${unheld.join(', ')}` },
    typeof key?.providerId === 'string' &&
      wanted.providerId !== key.providerId && {
        path: 'providerId',
        message: `must be ${key.providerId}, as your key's`,
      },
    within('methods', `be some of ${key?.methods.join(', ')}`),
    within('ipRanges', `lie within ${key?.ipRanges.join(', ')}`),
    within('expiresAt', `not be after ${key?.expiresAt?.toISOString()}, when your key expires`),
    (wanted.rateLimitPerMinute ?? SELF_SERVICE_RATE_LIMIT) > rateLimitOf(key) && {
      path: 'rateLimitPerMinute',
      message: `must be at most ${rateLimitOf(key)}; an operator can set more`,
    },
  ]
  return excesses.filter((excess) => excess !== false).filter(({ path }) => path in changed)
}

/** Empty means all: it is within nothing but itself. */
const isSubset = (
  wanted: readonly string[],
  limit: readonly string[],
  isWithin: (item: string, allowed: string) => boolean,
): boolean =>
  limit.length === 0 ||
  (wanted.length > 0 && wanted.every((item) => limit.some((allowed) => isWithin(item, allowed))))

/** Whether a limit of one key lies within that of another. */
const liesWithin = {
  methods: (wanted: KeyLimits, limit: KeyLimits) =>
    isSubset(wanted.methods, limit.methods, (method, allowed) => method === allowed),
  ipRanges: (wanted: KeyLimits, limit: KeyLimits) =>
    isSubset(wanted.ipRanges, limit.ipRanges, isWithinRange),
  expiresAt: (wanted: KeyLimits, limit: KeyLimits) => expiresBy(wanted.expiresAt, limit.expiresAt),
}
type Limit = keyof typeof liesWithin
const LIMITS = Object.keys(liesWithin) as Limit[]

const expiresBy = (wanted: Date | null, limit: Date | null) =>
  limit === null || (wanted !== null && wanted <= limit)

const rateLimitOf = (key: KeyLimits | undefined) =>
  key?.rateLimitPerMinute ?? SELF_SERVICE_RATE_LIMIT
