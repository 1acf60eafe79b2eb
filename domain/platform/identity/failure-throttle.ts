import { hash } from 'node:crypto'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { translateDatabaseError } from '../core/errors/database-errors.ts'
import { DomainError } from '../core/errors/errors.ts'
import type { Platform } from '../core/context/platform.ts'
import { siteOf } from './addresses.ts'

const WINDOW_SECONDS = 600
/** The number of failures allowed for a client id from one address. */
const PER_CLIENT_AND_ADDRESS = 10
/** The number of failures allowed from one address, for all client ids together. */
const PER_ADDRESS = 100

/** The client id and the address of an attempt. */
export interface Attempt {
  clientId: string
  ip: string | undefined
}

export interface FailureHistory {
  /** Whether this client id has failed from this address. */
  ofClient: boolean
  /** Throws `rate_limited` after too many failures. */
  assertOpen: () => void
}

/**
 * Counts failed authentications across all processes, per client id and address, and per address. Attempts that
 * are refused for this reason are not counted again. A correct secret is never refused: it has 256 random bits,
 * and many clients can share a proxy's address.
 */
export class FailureThrottle {
  readonly #byClient: RateLimiterPostgres
  readonly #byAddress: RateLimiterPostgres

  constructor(platform: Platform) {
    const shared = {
      storeClient: platform.database.system,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      duration: WINDOW_SECONDS,
    }
    this.#byClient = new RateLimiterPostgres({
      ...shared,
      keyPrefix: 'sign_in_client',
      points: PER_CLIENT_AND_ADDRESS,
    })
    this.#byAddress = new RateLimiterPostgres({
      ...shared,
      keyPrefix: 'sign_in_address',
      points: PER_ADDRESS,
      clearExpiredByTimeout: false,
    })
  }

  /**
   * The failures so far. They are read in parallel with the secret, because only a wrong secret is refused for
   * them.
   */
  async history(attempt: Attempt): Promise<FailureHistory> {
    const { client, address } = keysOf(attempt)
    const [ofClient, ofAddress] = await translated(
      Promise.all([this.#byClient.get(client), address ? this.#byAddress.get(address) : null]),
    )
    return {
      ofClient: ofClient !== null,
      assertOpen: () =>
        refuseWhen(reached(ofClient, PER_CLIENT_AND_ADDRESS), reached(ofAddress, PER_ADDRESS)),
    }
  }

  /** Counts a failure. If simultaneous failures exceed the limit, they are refused as if they had come later. */
  async failed(attempt: Attempt): Promise<void> {
    const { client, address } = keysOf(attempt)
    const [ofClient, ofAddress] = await translated(
      Promise.all([
        this.#byClient.penalty(client),
        address ? this.#byAddress.penalty(address) : null,
      ]),
    )
    refuseWhen(reached(ofClient, PER_CLIENT_AND_ADDRESS + 1), reached(ofAddress, PER_ADDRESS + 1))
  }

  /** Clears the failures of this client id from its address. */
  async succeeded(attempt: Attempt): Promise<void> {
    await translated(this.#byClient.delete(keysOf(attempt).client))
  }
}

/** Keys are hashes: they have a fixed length, and no address is stored. */
const keysOf = ({ clientId, ip }: Attempt) => {
  const site = ip === undefined ? undefined : siteOf(ip)
  return {
    client: hash('sha256', JSON.stringify([clientId, site]), 'base64url'),
    address: site === undefined ? undefined : hash('sha256', site, 'base64url'),
  }
}

/** How many milliseconds to wait once the points are used up. */
const reached = (used: RateLimiterRes | null, points: number): number =>
  used && used.consumedPoints >= points ? used.msBeforeNext : 0

const refuseWhen = (...waitsMs: number[]): void => {
  const seconds = Math.ceil(Math.max(...waitsMs) / 1_000)
  if (seconds > 0) throw tooMany(seconds)
}

const translated = async <T>(query: Promise<T>): Promise<T> => {
  try {
    return await query
  } catch (error) {
    throw translateDatabaseError(error)
  }
}

const tooMany = (retryAfterSeconds: number) =>
  new DomainError(
    'rate_limited',
    `Too many attempts have failed. Check the client ID and secret, and retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
