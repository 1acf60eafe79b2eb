import { systemContext } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { workflowIdFor } from '#platform/core/workflow-kinds/workflows.ts'
import type { AttemptResult, Sender, Transport } from '#providers/webhooks/index.ts'
import { afterFailure, CLOSED, saveBreaker, type Breaker } from '../endpoints/breaker.ts'
import { disableEndpoint } from '../endpoints/disable-endpoint.ts'
import { Batches } from './batches.ts'
import { markAwake } from './mark-awake.ts'
import { fallAsleep } from './fall-asleep.ts'
import { readDue, type DueDelivery } from './due.ts'
import type { EndpointRef } from './fan-out.ts'
import { keyOf, Lease } from './lease.ts'
import {
  expireDeliveries,
  markFailing,
  recordAttempts,
  type MadeAttempt,
} from './record-attempts.ts'
import { sendDelivery, type SigningKey } from './send-delivery.ts'
import { isPastWindow, settleAttempt, type DeliveryState } from './settle-attempt.ts'
import { Shares } from './shares.ts'
import { Traffic } from './traffic.ts'
import { webhookCourierWorkflow } from './workflows.ts'

/** Maximum number of simultaneous attempts per process. */
const ATTEMPTS_AT_ONCE = 512
/** The maximum interval between turns while anything is leased, in milliseconds. */
const TURN_EVERY_MS = 100
/** The minimum interval between reads of due deliveries, in milliseconds. Events in between are found together. */
const LOOK_GAP_MS = 4
/** The minimum interval between two statements that record attempts, in milliseconds. */
const RECORD_GAP_MS = 5
/** How long attempts in progress may still take when their lease must end, in milliseconds. */
const DRAIN_MS = 4_000

export interface DeliverySchedulerOptions {
  platform: Platform
  transport: Transport
  /** The Ed25519 key for `v2` signatures. It is requested for each attempt, so that it can rotate. */
  signingKey: () => Promise<SigningKey>
  /** Returns a number in [0, 1), for the jitter of retries. */
  random: () => number
  /** Called for every recorded attempt. */
  onAttempt?: (ended: AttemptEnded) => void
  /** Called when a breaker opens, after each failed probe, and when the breaker closes. */
  onBreaker?: (to: 'open' | 'closed') => void
  /** Whether deliveries pass their trace on to receivers; see docs/monitoring.md. */
  sendTraceparent?: boolean
}

export interface AttemptEnded {
  result: AttemptResult
  delivery: DueDelivery
  /** The new state of the delivery. */
  state: DeliveryState
  endedAt: Date
}

/** An attempt that is not recorded yet. */
interface SentAttempt extends AttemptEnded {
  startedAt: Date
  /** Set if it has opened or closed the endpoint's breaker. */
  breaker: Breaker | undefined
}

/**
 * Delivers webhooks to all endpoints that this process leases, in turns. A turn starts the attempts that are
 * allowed, ends expired leases, and requests reads. A read finds the due deliveries of all these endpoints
 * together; attempts are also recorded together.
 */
export class DeliveryScheduler {
  readonly #options: DeliverySchedulerOptions
  readonly #platform: Platform
  readonly #traffic = new Traffic()
  readonly #shares = new Shares(ATTEMPTS_AT_ONCE)
  /** Leases whose last attempt started longest ago come first. */
  readonly #leases = new Map<string, Lease>()
  readonly #looks = new Batches<Lease>((leases) => this.#look(leases), LOOK_GAP_MS)
  readonly #records: Batches<MadeAttempt>
  #nextTurn: NodeJS.Timeout | undefined
  #turnPlanned = false

  constructor(options: DeliverySchedulerOptions) {
    this.#options = options
    this.#platform = options.platform
    this.#records = new Batches((made) => recordAttempts(this.#platform, made), RECORD_GAP_MS)
  }

  /** The number of endpoints that this process serves now. */
  get leases(): number {
    return this.#leases.size
  }

  get attemptsUnderWay(): number {
    return ATTEMPTS_AT_ONCE - this.#shares.free
  }

  /**
   * Delivers an endpoint's due deliveries, and new ones while the lease lasts. Returns when it must be looked
   * at again: an instant, or null for never; `unfinished` if it had to stop earlier.
   */
  async deliverDue(
    endpoint: EndpointRef,
    signal: AbortSignal,
  ): Promise<Date | null | 'unfinished'> {
    await using sender = this.#options.transport.open()
    for (;;) {
      await markAwake(this.#platform, endpoint)
      if (!(await this.#lease(endpoint, sender, signal))) return 'unfinished'
      const next = await fallAsleep(this.#platform, endpoint)
      if (!next.due) return next.at
    }
  }

  /** Reports that endpoints have changed (ids separated by spaces); empty means all. */
  announce(endpointIds: string): void {
    const named = endpointIds === '' ? undefined : new Set(endpointIds.split(' '))
    for (const lease of this.#leases.values()) {
      if (!named || named.has(lease.endpoint.endpointId)) void this.#looks.add(lease)
    }
  }

  /** Leases an endpoint. Returns true if nothing was left. */
  async #lease(endpoint: EndpointRef, sender: Sender, signal: AbortSignal): Promise<boolean> {
    const options = { platform: this.#platform, traffic: this.#traffic, sender, signal }
    const lease = new Lease(endpoint, options)
    const turn = () => this.#turn()
    signal.addEventListener('abort', turn)
    // Temporal may have given up on an activity that is still running here.
    this.#leases.get(lease.key)?.ended.resolve(false)
    this.#leases.set(lease.key, lease)
    this.#turn()
    try {
      return await lease.ended.promise
    } finally {
      signal.removeEventListener('abort', turn)
      if (this.#leases.get(lease.key) === lease) this.#leases.delete(lease.key)
      const timeout = setTimeout(() => lease.abort.abort(), DRAIN_MS)
      await Promise.all(lease.unrecorded)
      clearTimeout(timeout)
    }
  }

  #turn(): void {
    clearTimeout(this.#nextTurn)
    const now = performance.now()
    this.#begin(now)
    let waitMs = TURN_EVERY_MS
    for (const lease of this.#leases.values()) {
      lease.endIfOver(now)
      if (lease.wantsLook(now)) void this.#looks.add(lease)
      waitMs = Math.min(waitMs, lease.waitMs(now) || TURN_EVERY_MS)
    }
    if (this.#leases.size > 0) this.#nextTurn = setTimeout(() => this.#turn(), waitMs)
  }

  /** All attempts that end in one turn of the event loop cause a single turn. */
  #turnSoon(): void {
    if (this.#turnPlanned) return
    this.#turnPlanned = true
    setImmediate(() => {
      this.#turnPlanned = false
      this.#turn()
    })
  }

  #begin(now: number): void {
    const waiting = new Set([...this.#leases.values()].filter((it) => it.waitMs(now) === 0))
    for (let lease = this.#shares.next(waiting); lease; lease = this.#shares.next(waiting)) {
      this.#attempt(lease)
      waiting.delete(lease)
      if (lease.waitMs(now) === 0) waiting.add(lease)
      this.#leases.delete(lease.key)
      this.#leases.set(lease.key, lease)
    }
  }

  async #look(leases: readonly Lease[]): Promise<void> {
    const lookedAt = performance.now()
    const queries = leases.map((lease) => lease.ask(lookedAt))
    try {
      const due = await readDue(this.#platform, queries)
      const endpoints = new Map(due.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]))
      const deliveries = Map.groupBy(due.deliveries, keyOf)
      for (const [index, lease] of leases.entries()) {
        lease.accept({
          endpoint: endpoints.get(lease.key),
          deliveries: deliveries.get(lease.key) ?? [],
          room: queries[index]!.room,
          lookedAt,
        })
      }
    } catch (error) {
      for (const lease of leases) lease.ended.reject(error)
    }
    this.#turn()
  }

  /** Makes one attempt. While it is recorded, the next one can start in its place. */
  #attempt(lease: Lease): void {
    const taken = lease.take()
    this.#shares.take(lease.tenantId)
    const sent = this.#send(lease, taken).finally(() => {
      lease.underWay -= 1
      this.#shares.give(lease.tenantId)
      this.#turnSoon()
    })
    const recorded: Promise<void> = sent
      .then((ended) => ended && this.#record(lease, ended))
      .catch((error: unknown) => lease.ended.reject(error))
      .finally(() => {
        lease.unrecorded.delete(recorded)
        lease.attempted(taken.delivery)
        this.#turnSoon()
      })
    lease.unrecorded.add(recorded)
  }

  /** Sends a delivery, and decides what follows for the endpoint. Undefined if nothing is to be recorded. */
  async #send(lease: Lease, taken: ReturnType<Lease['take']>): Promise<SentAttempt | undefined> {
    const { signingKey, random, sendTraceparent = false } = this.#options
    const { clock } = this.#platform
    const { delivery } = taken
    const startedAt = clock.now()
    if (isPastWindow(delivery, startedAt)) {
      await expireDeliveries(this.#platform, [delivery])
      return undefined
    }
    const result = await sendDelivery({
      ...taken,
      sender: lease.sender,
      signingKey: await signingKey(),
      startedAt,
      leaseTraceparent: lease.traceparent,
      sendTraceparent,
      signal: lease.abort.signal,
    })
    if (result.reason === 'aborted') return undefined
    const endedAt = clock.now()
    const state = settleAttempt(delivery, result, { now: endedAt, random: random() })
    if (result.outcome === 'GONE') lease.stop()
    return { startedAt, result, delivery, state, endedAt, breaker: this.#judge(lease, result) }
  }

  async #record(lease: Lease, ended: SentAttempt): Promise<void> {
    const { result, delivery, state, startedAt, breaker } = ended
    await this.#records.add({
      delivery,
      startedAt,
      durationMs: result.durationMs,
      outcome: result.outcome,
      statusCode: result.status,
      reason: result.reason,
      responseBody: result.responseBody,
      state,
    })
    this.#options.onAttempt?.(ended)
    if (result.outcome === 'GONE') return this.#disable(lease)
    if (breaker) await saveBreaker(this.#platform, lease.endpoint, breaker)
    const failed = result.outcome === 'FAILED'
    if (lease.turns(failed)) await markFailing(this.#platform, lease.endpoint, failed)
  }

  /** The breaker to store, if the result has opened or closed it. */
  #judge(lease: Lease, result: AttemptResult): Breaker | undefined {
    if (result.outcome === 'GONE') return undefined
    const { breaker: before } = lease
    const failed = result.outcome === 'FAILED'
    const now = this.#platform.clock.now().getTime()
    const retryAfterMs = 'retryAfterMs' in result ? result.retryAfterMs : undefined
    lease.breaker = failed ? afterFailure(before, { now, retryAfterMs }) : CLOSED
    if (lease.breaker.openings === before.openings) return undefined
    this.#options.onBreaker?.(failed ? 'open' : 'closed')
    return lease.breaker
  }

  async #disable(lease: Lease): Promise<void> {
    const { tenantId, endpointId: id } = lease.endpoint
    const workflowId = workflowIdFor(webhookCourierWorkflow, { tenantId, subjectId: id })
    const ctx = systemContext(this.#platform, { tenantId, action: 'deliverDue', workflowId })
    // The centre may have been suspended during the attempt.
    await disableEndpoint({ ...ctx, whileSuspended: true }, { id, reason: 'gone' })
  }
}
