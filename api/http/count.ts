import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'
import { siteOf } from '#platform/identity/addresses.ts'
import { DomainError, isOurs } from '#platform/core/errors/errors.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from './http-context.ts'
import { rateLimitHeaders } from './headers.ts'
import { asDomainError } from './problem.ts'
import { tighterQuota, type Quota } from './rate-limit.ts'

/** A limit by which requests are counted. */
interface Counter {
  key: string
  limit?: number
}

/** Counts a request against these limits in order, and refuses it if one of them is exhausted. */
export const count = async (
  services: Services,
  c: HttpContext,
  ...counters: Counter[]
): Promise<void> => {
  let tightest: Quota | undefined
  for (const { key, limit } of counters) {
    const quota = await services.rateLimiter.consume(key, limit)
    tightest = tighterQuota(tightest, quota)
    if (!quota.allowed) break
  }
  if (!tightest) return
  announce(services, c, tightest)
  if (!tightest.allowed) throw tooMany(services, tightest)
}

/** Counts against the key's own limit first, so that requests that it refuses do not count for its centre. */
export const countClient = (
  services: Services,
  c: HttpContext,
  client: {
    key: string
    tenantId: string
    rateLimitPerMinute?: number | undefined
    tenantRateLimitPerMinute: number | undefined
  },
): Promise<void> =>
  count(
    services,
    c,
    {
      key: client.key,
      ...(client.rateLimitPerMinute !== undefined && { limit: client.rateLimitPerMinute }),
    },
    {
      key: `tenant:${client.tenantId}`,
      limit: client.tenantRateLimitPerMinute ?? services.tenantRateLimitPerMinute,
    },
  )

/** Adds the remaining limit to the response. */
export const announce = (services: Services, c: HttpContext, quota: Quota): void => {
  const now = services.platform.clock.now().getTime()
  c.set('headers', { ...c.get('headers'), ...rateLimitHeaders(quota, now) })
}

/** The address of the caller. A host with IPv6 can use its whole /64 network, which therefore counts as one. */
export const siteOfCaller = (c: HttpContext): string => siteOf(c.get('address')) ?? c.get('address')

export const siteKey = (name: string, c: HttpContext): string => `${name}:${siteOfCaller(c)}`

const tooMany = ({ platform }: Services, { limit, resetAt }: Quota): DomainError => {
  const waitMs = resetAt - platform.clock.now().getTime()
  return new DomainError(
    'rate_limited',
    `You have sent more than ${limit} requests in a minute. Wait for the time in Retry-After, and add jitter.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

/** A kind of credential, and how many failures are allowed per minute and address. */
export interface CredentialKind {
  name: string
  limit: number
}

/**
 * Requests with their own credential are counted after it was checked: callers can share the address of a
 * proxy, and failures of one must not refuse valid requests of others. Failures count per address; beyond the
 * limit the response is 429.
 */
export const countFailures = async <T>(
  services: Services,
  c: HttpContext,
  { name, limit }: CredentialKind,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isOurs(asDomainError(error))) await count(services, c, { key: siteKey(name, c), limit })
    throw error
  }
}

/**
 * Checks a credential. For an address over its limit, checks are queued at a limited rate per process, which
 * limits the cost of a flood.
 */
export const lookUp = <T>(
  services: Services,
  c: HttpContext,
  kind: CredentialKind,
  find: () => Promise<T>,
): Promise<T> =>
  countFailures(services, c, kind, async () => {
    if (services.rateLimiter.isUsedUp(siteKey(kind.name, c))) await turnOf(services.suspects)
    return find()
  })

/** The number of checks per second for all addresses over their limit together. */
export const SUSPECT_LOOKUPS_PER_SECOND = 100

/** At most as many checks wait as are made in a second. */
export const createSuspectQueue = (): RateLimiterQueue =>
  new RateLimiterQueue(new RateLimiterMemory({ points: SUSPECT_LOOKUPS_PER_SECOND, duration: 1 }), {
    maxQueueSize: SUSPECT_LOOKUPS_PER_SECOND,
  })

const turnOf = async (suspects: RateLimiterQueue): Promise<void> => {
  try {
    await suspects.removeTokens(1)
  } catch (cause) {
    throw new DomainError(
      'rate_limited',
      'Too many wrong credentials were sent from your address. Wait for the time in Retry-After.',
      {
        retryAfterSeconds: 1,
        cause,
      },
    )
  }
}
