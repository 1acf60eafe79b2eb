import { hash } from 'node:crypto'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { translateDatabaseError } from '../core/errors/database-errors.ts'
import { DomainError } from '../core/errors/errors.ts'
import type { Platform } from '../core/context/platform.ts'
import { siteOf } from './addresses.ts'

const WINDOW_SECONDS = 600
/** Failures allowed per client id and address… */
const PER_CLIENT_AND_ADDRESS = 10
/** …and per address over all client ids. */
const PER_ADDRESS = 100

/** The attempted client and its address. */
export interface Attempt {
  clientId: string
  ip: string | undefined
}

export interface FailureHistory {
  /** Whether this client has failed at this address. */
  ofClient: boolean
  /** Throws `rate_limited` after too many failures. */
  assertOpen: () => void
}

/**
 * Counts failed authentications over all processes, per client id and address and per address. Refused attempts
 * are not counted again. A right secret is never refused: it has 256 random bits, and many clients can share a
 * proxy's address.
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

  /** The failures so far. Read in parallel with the secret: only a wrong one is refused because of them. */
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

  /** Counts a failure. Simultaneous ones beyond the limit are refused as if they came later. */
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

  /** Clears the client's own failures at its address. */
  async succeeded(attempt: Attempt): Promise<void> {
    await translated(this.#byClient.delete(keysOf(attempt).client))
  }
}

/** Hashed: fixed length, and no address is stored. */
const keysOf = ({ clientId, ip }: Attempt) => {
  const site = ip === undefined ? undefined : siteOf(ip)
  return {
    client: hash('sha256', JSON.stringify([clientId, site]), 'base64url'),
    address: site === undefined ? undefined : hash('sha256', site, 'base64url'),
  }
}

/** Milliseconds to wait when the points are used up. */
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
    `Too many attempts have failed. Check the client id and secret, and retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
