import { missingToGrant, type Grantor as GrantorOfRights } from '../core/access/missing-to-grant.ts'
import { isWithinRange } from '../identity/addresses.ts'
import { coversScope, keyPermissions } from '../identity/scopes.ts'

/** The maximum number of requests per minute that a tenant can give its keys. */
const SELF_SERVICE_RATE_LIMIT = 600

/** A key's rights and expiry. */
export interface KeyLimits {
  scopes: readonly string[]
  resources: readonly string[]
  methods: readonly string[]
  ipRanges: readonly string[]
  rateLimitPerMinute: number | null
  expiresAt: Date | null
  /** The provider whose caseload the key sees; null for the whole centre. */
  providerId: string | null
}

/** The right to sign, which other scopes do not include. */
export const SIGNING_SCOPE = 'signatures-on-behalf'

/** The members that decide as whom a key signs. */
export type Signing = Pick<KeyLimits, 'scopes' | 'providerId'>

/** The grantor: their current rights and, if it is a key, its limits. */
export interface Grantor extends Pick<GrantorOfRights, 'actor'> {
  key: KeyLimits | undefined
}

/** A change of a key: its previous state and the changed members. */
export interface KeyChange {
  before: KeyLimits
  changed: Partial<KeyLimits>
}

/** A member that would give a key more than its grantor has. */
export interface Excess {
  path: keyof KeyLimits
  message: string
}

/** Together these define a key's reach, so changing one is checked like changing all. */
const REACH = ['scopes', 'resources', 'providerId'] as const satisfies (keyof KeyLimits)[]

/**
 * Nobody can grant what they lack (core/missing-to-grant.ts). Scopes of future modules have no permissions yet,
 * so names are compared too. Lifting a limit of a key that somebody else created grants all its rights;
 * changing its rights grants them within its resulting limits.
 * @param change omitted for a new key
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
    if (limit in changed) return { path: limit, message: `must ${bound}, as must your own key` }
    // The key would have more rights and reach than its grantor.
    return (
      reach !== undefined && {
        path: reach,
        message: `set ${limit} as well: it must ${bound}, as must your own key`,
      }
    )
  }
  const excesses: (Excess | false)[] = [
    reach !== undefined &&
      beyond.length > 0 && {
        path: reach,
        message: `would allow ${beyond.join(', ')}, for which you do not have permission`,
      },
    reach !== undefined &&
      unheld.length > 0 && { path: reach, message: `your key does not have ${unheld.join(', ')}` },
    typeof key?.providerId === 'string' &&
      wanted.providerId !== key.providerId && {
        path: 'providerId',
        message: `must be ${key.providerId}, the provider of your own key`,
      },
    within('methods', `be among ${key?.methods.join(', ')}`),
    within('ipRanges', `be within ${key?.ipRanges.join(', ')}`),
    within(
      'expiresAt',
      `not be later than ${key?.expiresAt?.toISOString()}, when your key expires`,
    ),
    (wanted.rateLimitPerMinute ?? SELF_SERVICE_RATE_LIMIT) > rateLimitOf(key) && {
      path: 'rateLimitPerMinute',
      message: `must be at most ${rateLimitOf(key)}; only an operator can set more`,
    },
  ]
  return excesses.filter((excess) => excess !== false).filter(({ path }) => path in changed)
}

/** An empty list means everything, so only another empty list contains it. */
const isSubset = (
  wanted: readonly string[],
  limit: readonly string[],
  isWithin: (item: string, allowed: string) => boolean,
): boolean =>
  limit.length === 0 ||
  (wanted.length > 0 && wanted.every((item) => limit.some((allowed) => isWithin(item, allowed))))

/** Whether a limit of one key lies within the limit of another. */
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
