import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'
import { siteOf } from '#platform/identity/addresses.ts'
import { DomainError, isOurs } from '#platform/core/errors/errors.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from './http-context.ts'
import { rateLimitHeaders } from './headers.ts'
import { asDomainError } from './problem.ts'
import { tighterQuota, type Quota } from './rate-limit.ts'

/** Something that requests are counted by. */
interface Counter {
  key: string
  limit?: number
}

/** Counts a request by all of these, in this order, and refuses it when one of them is used up. */
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

/** A key's own limit first: what it is refused does not use up its centre's. */
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

/** Says on the response how much of the limit is left. */
export const announce = (services: Services, c: HttpContext, quota: Quota): void => {
  const now = services.platform.clock.now().getTime()
  c.set('headers', { ...c.get('headers'), ...rateLimitHeaders(quota, now) })
}

/** Where a caller is: an address. An IPv6 host can use any of its /64, so that is counted as one. */
export const siteOfCaller = (c: HttpContext): string => siteOf(c.get('address')) ?? c.get('address')

export const siteKey = (name: string, c: HttpContext): string => `${name}:${siteOfCaller(c)}`

const tooMany = ({ platform }: Services, { limit, resetAt }: Quota): DomainError => {
  const waitMs = resetAt - platform.clock.now().getTime()
  return new DomainError(
    'rate_limited',
    `More than ${limit} requests a minute. Wait, and add jitter.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

/** A kind of credential that a request brings along, and how many a minute may be wrong per address. */
export interface CredentialKind {
  name: string
  limit: number
}

/**
 * Requests that bring a credential of their own are not counted before it was looked at: many callers
 * may share a proxy's address, and what one of them gets wrong must not refuse what the others get
 * right. Failures are counted by address; a failure beyond the limit is answered with 429.
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
 * Looks a credential up. Look-ups for an address that has used up its failures take turns, at a bounded
 * rate over the whole process, so that a flood of wrong credentials costs a bounded amount of work.
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

/** Look-ups a second for all addresses together that have used up their failures. */
export const SUSPECT_LOOKUPS_PER_SECOND = 100

/** At most a second's worth waits. */
export const createSuspectQueue = (): RateLimiterQueue =>
  new RateLimiterQueue(new RateLimiterMemory({ points: SUSPECT_LOOKUPS_PER_SECOND, duration: 1 }), {
    maxQueueSize: SUSPECT_LOOKUPS_PER_SECOND,
  })

const turnOf = async (suspects: RateLimiterQueue): Promise<void> => {
  try {
    await suspects.removeTokens(1)
  } catch (cause) {
    throw new DomainError('rate_limited', 'Too many wrong credentials from your address. Wait.', {
      retryAfterSeconds: 1,
      cause,
    })
  }
}
