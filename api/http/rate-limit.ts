import {
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import type { Database } from '#platform/core/sql/database.ts'
import type { Clock } from '#platform/core/time/clock.ts'
import { translateDatabaseError } from '#platform/core/errors/database-errors.ts'

/** The number of requests per minute for a client or an address, unless an operator has set another limit. */
export const DEFAULT_LIMIT_PER_MINUTE = 600
const WINDOW_SECONDS = 60
/** The maximum number of points per lease. Near the end of a window, a lease shrinks to one. */
const MAX_LEASE = 20
const MAX_LEASES = 20_000

/** The shared store of points: Redis, or PostgreSQL if there is no Redis or it is unavailable. */
export interface RateLimitStores {
  database: Database['system']
  redis?: Redis | undefined
}

export interface Quota {
  allowed: boolean
  limit: number
  remaining: number
  /** The end of the window, in milliseconds since the epoch. */
  resetAt: number
}

/** Of two limits for a request, the one to report. */
export const tighterQuota = (one: Quota | undefined, other: Quota): Quota =>
  one && (!one.allowed || (other.allowed && one.remaining <= other.remaining)) ? one : other

/** The result for a request that is not counted. */
export const untouchedQuota = (now: number, limit = DEFAULT_LIMIT_PER_MINUTE): Quota => ({
  allowed: true,
  limit,
  remaining: limit,
  resetAt: now + WINDOW_SECONDS * 1_000,
})

/**
 * Limits requests, by default to 600 per minute across all processes. A process leases points from the shared
 * store in small blocks and spends them from memory. Every request that is admitted was paid for first, so
 * processes together never admit more. A process that dies loses at most one lease per client.
 */
export class RateLimiter {
  readonly #stores: RateLimitStores
  readonly #clock: Clock
  readonly #limiters = new Map<number, RateLimiterAbstract>()
  readonly #leases = new Map<string, Lease>()
  readonly #renewals = new Map<string, Promise<Lease>>()

  constructor(stores: RateLimitStores, clock: Clock) {
    this.#stores = stores
    this.#clock = clock
  }

  /** Whether the last request in this minute was refused by this process. */
  isUsedUp(key: string): boolean {
    const lease = this.#current(key)
    return lease !== undefined && lease.exhausted && lease.points === 0
  }

  async consume(key: string, limit = DEFAULT_LIMIT_PER_MINUTE): Promise<Quota> {
    const known = this.#current(key)
    // An operator has changed the limit since the lease.
    const lease = known?.limit === limit ? known : await this.#renewed(key, limit)
    if (lease.points > 0) return spend(lease)
    if (lease.exhausted) return { allowed: false, limit, remaining: 0, resetAt: lease.resetAt }
    await this.#renewed(key, limit)
    return this.consume(key, limit)
  }

  #current(key: string): Lease | undefined {
    const lease = this.#leases.get(key)
    return lease && lease.resetAt > this.#clock.now().getTime() ? lease : undefined
  }

  /** Only one renewal per key at a time; concurrent requests share it. */
  #renewed(key: string, limit: number): Promise<Lease> {
    const running = this.#renewals.get(key)
    if (running) return running
    const renewal = this.#renew(key, limit).finally(() => this.#renewals.delete(key))
    this.#renewals.set(key, renewal)
    return renewal
  }

  async #renew(key: string, limit: number): Promise<Lease> {
    const points = leaseSize(this.#current(key)?.unleased ?? limit)
    // Read before the call to the store, so that a lease never extends into the next window.
    const askedAt = this.#clock.now().getTime()
    const outcome = await this.#take(key, limit, points)
    const lease: Lease = {
      limit,
      points: outcome.allowed ? points : 0,
      unleased: outcome.remaining,
      exhausted: !outcome.allowed,
      resetAt: askedAt + outcome.msBeforeNext,
    }
    if (this.#leases.size >= MAX_LEASES) this.#forgetEnded()
    this.#leases.set(key, lease)
    return lease
  }

  async #take(key: string, limit: number, points: number) {
    try {
      const { remainingPoints, msBeforeNext } = await this.#limiter(limit).consume(key, points)
      return { allowed: true, remaining: remainingPoints, msBeforeNext }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw translateDatabaseError(error)
      return { allowed: false, remaining: 0, msBeforeNext: error.msBeforeNext }
    }
  }

  #limiter(limit: number): RateLimiterAbstract {
    const limiter = this.#limiters.get(limit) ?? createLimiter(this.#stores, limit)
    this.#limiters.set(limit, limiter)
    return limiter
  }

  #forgetEnded(): void {
    const now = this.#clock.now().getTime()
    for (const [key, { resetAt }] of this.#leases) if (resetAt <= now) this.#leases.delete(key)
  }
}

interface Lease {
  limit: number
  /** The points that were paid for and not spent yet. */
  points: number
  /** The points that are left in the store after this lease. */
  unleased: number
  exhausted: boolean
  resetAt: number
}

const spend = (lease: Lease): Quota => {
  lease.points -= 1
  return {
    allowed: true,
    limit: lease.limit,
    remaining: lease.points + lease.unleased,
    resetAt: lease.resetAt,
  }
}

const leaseSize = (unleased: number) => Math.max(1, Math.min(MAX_LEASE, Math.floor(unleased / 10)))

const createLimiter = (
  { database, redis }: RateLimitStores,
  limit: number,
): RateLimiterAbstract => {
  const options = { points: limit, duration: WINDOW_SECONDS, keyPrefix: 'api' }
  const inPostgres = new RateLimiterPostgres({
    ...options,
    storeClient: database,
    tableName: 'rate_limits',
    tableCreated: true,
  })
  if (!redis) return inPostgres
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inPostgres,
  })
}
