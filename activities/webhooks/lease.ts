import type { DueDelivery, LeasedEndpoint } from '#webhooks/deliveries/due.ts'
import type { EndpointRef } from '#webhooks/deliveries/fan-out.ts'
import { openHeaders } from '#webhooks/endpoints/headers.ts'
import { liveSecrets, openSecrets, type OpenSecret } from '#webhooks/endpoints/secrets.ts'
import { currentTraceparent } from '../../providers/telemetry/index.ts'
import { markFailing } from '#webhooks/deliveries/record-attempts.ts'
import { CONNECTIONS_PER_SENDER, type Sender } from '../../providers/webhooks/index.ts'
import { saveBreaker } from '#webhooks/endpoints/breaker.ts'
import type { BreakerState } from '#webhooks/endpoints/breaker-rules.ts'
import { Breaker } from './breaker.ts'
import type { Courier } from './courier.ts'
import { Throttle } from './throttle.ts'

/** Attempts under way at once for one endpoint: none waits for another's connection. */
const CONCURRENCY = CONNECTIONS_PER_SENDER
/** Deliveries that wait in memory; when half of them are left, more are read. */
const READ_AHEAD = 128
/** A retry due sooner than this is waited for instead of ending the lease, in milliseconds. */
const NEAR_MS = 3_000
/** A lease ends in any case after this, so that workers share the endpoints anew. */
const LONGEST_MS = 5 * 60_000
/** How long attempts under way may take when the lease must end. */
const DRAIN_MS = 4_000

/** One endpoint, held by this worker for as long as there is something to deliver. */
export class Lease {
  readonly endpoint: EndpointRef
  readonly key: string
  /** Read and not yet on record. */
  readonly held = new Set<string>()
  readonly #courier: Courier
  readonly #sender: Sender
  readonly #queue: DueDelivery[] = []
  readonly #sending = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  readonly #startedAt = performance.now()
  /** Taken now: what it launches later runs in the scope of whatever woke it. */
  readonly #traceparent = currentTraceparent()
  #activeAt = performance.now()
  /** When the last look began that found nothing. */
  #emptyAt = 0
  #facts: LeasedEndpoint | undefined
  /** The last look found as much as there was room for. */
  #mayBeMore = false
  /** The lease's own from its first look on: nobody else sends to the endpoint. */
  #breaker: Breaker | undefined
  #throttle: Throttle | undefined
  #throttled: NodeJS.Timeout | undefined
  #secrets: OpenSecret[] = []
  #headers: Record<string, string> = {}
  #ending = false
  #failure: unknown
  #changed = Promise.withResolvers<void>()

  constructor(endpoint: EndpointRef, { courier, sender }: { courier: Courier; sender: Sender }) {
    this.endpoint = endpoint
    this.key = keyOf(endpoint)
    this.#courier = courier
    this.#sender = sender
  }

  /** How many deliveries there is room for; 0 while enough of them wait. */
  get room(): number {
    const wanting = !this.#ending && this.#queue.length <= READ_AHEAD / 2
    return wanting ? READ_AHEAD - this.#queue.length : 0
  }

  /** What a look found that had so much room. `lookedAt` is when it began. */
  accept(
    facts: LeasedEndpoint | undefined,
    found: DueDelivery[],
    { room, lookedAt }: { room: number; lookedAt: number },
  ): void {
    this.#mayBeMore = found.length === room
    try {
      this.#adopt(facts)
    } catch (error) {
      this.fail(error)
      return
    }
    if (found.length === 0) this.#emptyAt = lookedAt
    else {
      this.#activeAt = performance.now()
      const isNew = found.some(({ attempts }) => attempts === 0)
      if (isNew) this.#courier.traffic.arrived(this.key, this.#activeAt)
    }
    for (const delivery of found) {
      if (this.held.has(delivery.id)) continue
      this.held.add(delivery.id)
      this.#queue.push(delivery)
    }
    this.launch()
    this.#change()
  }

  #adopt(facts: LeasedEndpoint | undefined): void {
    if (facts && facts.version !== this.#facts?.version) {
      const { cipher } = this.#courier.platform
      this.#secrets = openSecrets(cipher, this.endpoint.endpointId, facts.secrets)
      this.#headers = openHeaders(cipher, this.endpoint.endpointId, facts.headers)
    }
    if (facts) {
      const { breakerOpenings: openings, breakerUntil } = facts
      this.#breaker ??= new Breaker({ openings, until: breakerUntil?.getTime() ?? 0 })
    }
    const perSecond = facts?.maxEventsPerSecond ?? null
    if (perSecond !== (this.#facts?.maxEventsPerSecond ?? null)) {
      this.#throttle = perSecond === null ? undefined : new Throttle(perSecond, performance.now())
    }
    this.#facts = facts
  }

  fail(error: unknown): void {
    this.#failure ??= error
    this.#change()
  }

  /** Starts attempts for as long as there is room for them. */
  launch(): void {
    while (!this.#ending && this.#facts?.active && this.#sending.size < this.#concurrency) {
      const delivery = this.#queue[0]
      if (!delivery || this.#mustSlowDown() || !this.#courier.slots.take(this)) return
      this.#queue.shift()
      const one: Promise<void> = this.#deliver(delivery, this.#facts).finally(() => {
        this.#sending.delete(one)
        this.#courier.slots.give(this)
        this.launch()
        if (this.#mayBeMore && this.room > 0) this.#courier.look(this)
        this.#change()
      })
      this.#sending.add(one)
    }
  }

  /** Whether the endpoint's own limit is reached; launches again when it is not. */
  #mustSlowDown(): boolean {
    if (this.#throttled) return true
    const waitMs = this.#throttle?.take(performance.now()) ?? 0
    if (waitMs === 0) return false
    this.#throttled = setTimeout(() => {
      this.#throttled = undefined
      this.launch()
    }, waitMs)
    return true
  }

  get #isOpen(): boolean {
    return this.#breaker?.isOpen(this.#courier.platform.clock.now().getTime()) ?? false
  }

  get #concurrency(): number {
    if (this.#isOpen) return 0
    return this.#breaker?.isProbing ? 1 : CONCURRENCY
  }

  /** Ends when nothing is due any more, or when it must; true when it ran dry. */
  async run(signal: AbortSignal): Promise<boolean> {
    const stop = () => this.#change()
    signal.addEventListener('abort', stop)
    try {
      for (;;) {
        const changed = (this.#changed = Promise.withResolvers<void>())
        if (this.#failure) throw this.#failure
        if (signal.aborted || performance.now() - this.#startedAt > LONGEST_MS) return false
        const waitMs = this.#idleMs()
        if (waitMs <= 0) return true
        await within(waitMs, changed.promise)
      }
    } finally {
      signal.removeEventListener('abort', stop)
      await this.#drain()
    }
  }

  /** Milliseconds until the lease has lingered for long enough, if nothing comes. */
  #idleMs(): number {
    const mustWait = this.#isOpen || (this.#facts && !this.#facts.active)
    if (mustWait) return this.#sending.size === 0 ? 0 : NEAR_MS
    const busy = this.held.size > 0 || this.#emptyAt < this.#activeAt || this.#isNear()
    if (busy) return NEAR_MS
    return this.#activeAt + this.#courier.traffic.lingerMs(this.key) - performance.now()
  }

  #isNear(): boolean {
    const nextAt = this.#facts?.nextAt
    return !!nextAt && nextAt.getTime() - this.#courier.platform.clock.now().getTime() < NEAR_MS
  }

  async #drain(): Promise<void> {
    this.#ending = true
    clearTimeout(this.#throttled)
    await within(DRAIN_MS, Promise.all(this.#sending))
    this.#abort.abort()
    await Promise.all(this.#sending)
  }

  /** One attempt, until it is on record. */
  async #deliver(delivery: DueDelivery, endpoint: LeasedEndpoint): Promise<void> {
    const { platform } = this.#courier
    try {
      const { made, retryAfterMs } = await this.#courier.attempt({
        sender: this.#sender,
        delivery,
        url: endpoint.url,
        secrets: liveSecrets(this.#secrets, platform.clock.now()),
        headers: this.#headers,
        traceparent: this.#traceparent,
        signal: this.#abort.signal,
      })
      if (made === 'succeeded') await this.#answered()
      if (made === 'failed') await this.#failed(retryAfterMs)
      if (made === 'gone') this.#facts = { ...endpoint, active: false }
      this.#activeAt = performance.now()
    } catch (error) {
      this.fail(error)
    } finally {
      this.held.delete(delivery.id)
    }
  }

  async #answered(): Promise<void> {
    await this.#keep(this.#breaker?.succeeded())
    await this.#markFailing(false)
  }

  async #failed(retryAfterMs: number | undefined): Promise<void> {
    const now = this.#courier.platform.clock.now().getTime()
    await this.#keep(this.#breaker?.failed(now, retryAfterMs))
    await this.#markFailing(true)
  }

  async #keep(breaker: BreakerState | undefined): Promise<void> {
    if (!breaker) return
    this.#courier.breakerMoved(breaker)
    await saveBreaker(this.#courier.platform, this.endpoint, breaker)
  }

  async #markFailing(failing: boolean): Promise<void> {
    if (!this.#facts || this.#facts.failing === failing) return
    this.#facts.failing = failing
    await markFailing(this.#courier.platform, this.endpoint, failing)
  }

  #change(): void {
    this.#changed.resolve()
  }
}

export const keyOf = ({ tenantId, endpointId }: EndpointRef) => `${tenantId}/${endpointId}`

const within = async (ms: number, promise: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, elapsed])
  clearTimeout(timer)
}
