import type { Platform } from '#platform/core/context/platform.ts'
import { currentTraceparent } from '#providers/telemetry/index.ts'
import { CONNECTIONS_PER_SENDER } from '#providers/webhooks/attempt.ts'
import type { Sender } from '#providers/webhooks/index.ts'
import { attemptsAllowed, CLOSED, type Breaker } from '../endpoints/breaker.ts'
import { openHeaders } from '../endpoints/sealed-header.ts'
import { liveSecrets, openSecrets, type OpenSecret } from '../endpoints/sealed-secret.ts'
import type { DueDelivery, LeasedEndpoint } from './due.ts'
import type { EndpointRef } from './fan-out.ts'
import { Throttle } from './throttle.ts'
import type { Traffic } from './traffic.ts'

/** Maximum number of simultaneous attempts per endpoint, so that none waits for another one's connection. */
const CONCURRENCY = CONNECTIONS_PER_SENDER
/** Maximum number of attempts of an endpoint that a killed process may have left unrecorded: they are repeated. */
const MOST_UNRECORDED = 3 * CONCURRENCY
/** The number of deliveries in memory. When only half of them are left, more are read. */
const READ_AHEAD = 256
/** Deliveries without a notification are found within this time, in milliseconds. */
const LOOK_EVERY_MS = 500
/** If a retry is due sooner than this, in milliseconds, the lease waits for it instead of ending. */
const NEAR_MS = 3_000
/** Maximum time of a lease, after which workers share the endpoints again. */
const LONGEST_MS = 5 * 60_000

/** What a read found for one endpoint. */
export interface Found {
  /** Undefined if the endpoint has been deleted. */
  endpoint: LeasedEndpoint | undefined
  deliveries: readonly DueDelivery[]
  /** The number of deliveries that the lease can take. */
  room: number
  /** When the read started. */
  lookedAt: number
}

export interface LeaseOptions {
  platform: Platform
  traffic: Traffic
  /** The sender that belongs to this endpoint. */
  sender: Sender
  /** Aborts when the lease must end. */
  signal: AbortSignal
}

/**
 * The state of one leased endpoint with pending deliveries. The scheduler reads this state and decides.
 * Instants are those of `performance.now()`.
 */
export class Lease {
  readonly endpoint: EndpointRef
  readonly key: string
  readonly tenantId: string
  readonly sender: Sender
  /** Deliveries that were read and are not recorded yet. */
  readonly held = new Set<string>()
  /** The number of attempts in progress. */
  underWay = 0
  /** Attempts in progress and those that are not recorded yet. */
  readonly unrecorded = new Set<Promise<void>>()
  /** Aborts attempts in progress. */
  readonly abort = new AbortController()
  /** Resolves with true if nothing is due any more, and with false if the lease had to end earlier. */
  readonly ended = Promise.withResolvers<boolean>()
  /** Captured now, because later work runs in the scope of the caller that wakes the scheduler. */
  readonly traceparent = currentTraceparent()
  /** The lease owns the breaker from its first read, because nobody else sends to the endpoint. */
  breaker: Breaker = CLOSED
  readonly #options: LeaseOptions
  readonly #queue: DueDelivery[] = []
  readonly #startedAt = performance.now()
  #activeAt = performance.now()
  #lookedAt = 0
  /** When the last read without results started. */
  #emptyAt = 0
  /** Whether the last read used all places, so that there may be more. */
  #mayBeMore = false
  #facts: LeasedEndpoint | undefined
  #throttle: Throttle | undefined
  #secrets: OpenSecret[] = []
  #headers: Record<string, string> = {}

  constructor(endpoint: EndpointRef, options: LeaseOptions) {
    this.endpoint = endpoint
    this.key = keyOf(endpoint)
    this.tenantId = endpoint.tenantId
    this.sender = options.sender
    this.#options = options
  }

  /** The number of deliveries that can be taken; 0 while enough are waiting. */
  get room(): number {
    return this.#queue.length <= READ_AHEAD / 2 ? READ_AHEAD - this.#queue.length : 0
  }

  wantsLook(now: number): boolean {
    return (this.#mayBeMore && this.room > 0) || now - this.#lookedAt > LOOK_EVERY_MS
  }

  /** The parameters of a new read. */
  ask(now: number) {
    this.#lookedAt = now
    this.#mayBeMore = false
    return { ...this.endpoint, room: this.room, held: this.held }
  }

  accept({ endpoint, deliveries, room, lookedAt }: Found): void {
    try {
      this.#adopt(endpoint)
    } catch (error) {
      this.ended.reject(error)
      return
    }
    this.#mayBeMore = deliveries.length === room
    if (deliveries.length === 0) this.#emptyAt = lookedAt
    else {
      this.#activeAt = performance.now()
      const isNew = deliveries.some(({ attemptCount }) => attemptCount === 0)
      if (isNew) this.#options.traffic.arrived(this.key, this.#activeAt)
    }
    for (const delivery of deliveries) {
      if (this.held.has(delivery.id)) continue
      this.held.add(delivery.id)
      this.#queue.push(delivery)
    }
  }

  #adopt(facts: LeasedEndpoint | undefined): void {
    if (facts && facts.version !== this.#facts?.version) {
      const { cipher } = this.#options.platform
      this.#secrets = openSecrets(cipher, facts.endpointId, facts.secrets)
      this.#headers = openHeaders(cipher, facts.endpointId, facts.headers)
    }
    if (facts && !this.#facts) {
      const { breakerOpenings: openings, breakerUntil } = facts
      this.breaker = { openings, until: breakerUntil?.getTime() ?? 0, failures: 0 }
    }
    const perSecond = facts?.maxEventsPerSecond ?? null
    if (perSecond !== (this.#facts?.maxEventsPerSecond ?? null)) {
      this.#throttle = perSecond === null ? undefined : new Throttle(perSecond, performance.now())
    }
    this.#facts = facts
  }

  /** The number of milliseconds until an attempt may start: 0 means now, and Infinity means not yet. */
  waitMs(now: number): number {
    const mayStart =
      this.#queue.length > 0 &&
      this.unrecorded.size < MOST_UNRECORDED &&
      this.underWay < this.#allowed
    return mayStart ? (this.#throttle?.waitMs(now) ?? 0) : Number.POSITIVE_INFINITY
  }

  get #allowed(): number {
    if (!this.#facts?.active) return 0
    return attemptsAllowed(this.breaker, { now: this.#clockMs, atMost: CONCURRENCY })
  }

  /** The next delivery with its options. Call it only if no wait is needed. */
  take() {
    this.#throttle?.take()
    this.underWay += 1
    return {
      delivery: this.#queue.shift()!,
      url: this.#facts!.url,
      secrets: liveSecrets(this.#secrets, this.#options.platform.clock.now()),
      schemes: this.#facts!.signatureSchemes,
      headers: this.#headers,
    }
  }

  attempted({ id }: DueDelivery): void {
    this.held.delete(id)
    this.#activeAt = performance.now()
  }

  /** Called when the receiver is gone. */
  stop(): void {
    if (this.#facts) this.#facts = { ...this.#facts, active: false }
  }

  /** Whether the endpoint has just begun to fail, or has just begun to work again. */
  turns(failing: boolean): boolean {
    if (!this.#facts || this.#facts.failing === failing) return false
    this.#facts.failing = failing
    return true
  }

  /** Ends the lease if nothing is due or if it must end. */
  endIfOver(now: number): void {
    const { signal } = this.#options
    if (signal.aborted || now - this.#startedAt > LONGEST_MS) this.ended.resolve(false)
    else if (this.#isDry(now)) this.ended.resolve(true)
  }

  #isDry(now: number): boolean {
    if (this.#facts && (!this.#facts.active || this.#clockMs < this.breaker.until)) {
      return this.unrecorded.size === 0
    }
    if (this.held.size > 0 || this.#emptyAt < this.#activeAt || this.#isNear()) return false
    return now >= this.#activeAt + this.#options.traffic.lingerMs(this.key)
  }

  #isNear(): boolean {
    const nextAt = this.#facts?.nextAt
    return !!nextAt && nextAt.getTime() - this.#clockMs < NEAR_MS
  }

  get #clockMs(): number {
    return this.#options.platform.clock.now().getTime()
  }
}

export const keyOf = ({ tenantId, endpointId }: EndpointRef) => `${tenantId}/${endpointId}`
