import type { KeyObject } from 'node:crypto'
import type { Platform } from '#platform/core/platform.ts'
import { systemContext } from '#platform/core/context.ts'
import { workflowIdFor } from '#platform/core/workflows.ts'
import { webhookCourierWorkflow } from '#webhooks/deliveries/workflows.ts'
import type { EndpointRef } from '#webhooks/deliveries/fan-out.ts'
import { fallAsleep, markAwake } from '#webhooks/deliveries/courier-state.ts'
import type { BreakerState } from '#webhooks/endpoints/breaker-rules.ts'
import { disableEndpoint } from '#webhooks/endpoints/disable-endpoint.ts'
import { eventBody, readDue, type DueDelivery } from '#webhooks/deliveries/due.ts'
import { expireDeliveries } from '#webhooks/deliveries/record-attempts.ts'
import {
  isPastWindow,
  settleAttempt,
  type DeliveryState,
} from '#webhooks/deliveries/settle-attempt.ts'
import {
  signDelivery,
  type AttemptResult,
  type Sender,
  type Transport,
} from '../../providers/webhooks/index.ts'
import { keyOf, Lease } from './lease.ts'
import { AttemptRecorder } from './recorder.ts'
import { Slots } from './slots.ts'
import { tracedSend } from './traced-send.ts'
import { Traffic } from './traffic.ts'

/** Attempts under way at once in one process. */
const ATTEMPTS_AT_ONCE = 512
/** What no notification announced is found within this time, in milliseconds. */
const LOOK_EVERY_MS = 500
/** Looks are at least so far apart, in milliseconds: what comes in between is found together. */
const LOOK_GAP_MS = 4

export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

export interface CourierOptions {
  platform: Platform
  transport: Transport
  /** The Ed25519 key of `v2` signatures; asked for at every attempt, so that it can rotate. */
  signingKey: () => Promise<SigningKey>
  /** Told of every attempt that is on record. */
  onAttempt?: (ended: AttemptEnded) => void
  /** Told when a breaker opens, once more after each probe that failed, and when it closes. */
  onBreaker?: (to: 'open' | 'closed') => void
  /** Whether receivers are told the trace of a delivery; see docs/monitoring.md. */
  sendTraceparent?: boolean
}

export interface AttemptEnded {
  result: AttemptResult
  delivery: DueDelivery
  /** What the delivery is now. */
  state: DeliveryState
  endedAt: Date
}

interface AttemptRequest {
  /** The endpoint's own. */
  sender: Sender
  delivery: DueDelivery
  url: string
  secrets: readonly string[]
  /** The endpoint's own, beside ours. */
  headers: Readonly<Record<string, string>>
  /** The trace of the lease. */
  traceparent: string | undefined
  signal: AbortSignal
}

/** What became of an attempt; `expired`: it came too late to be made. */
interface AttemptEnd {
  made: AttemptResult['outcome'] | 'aborted' | 'expired'
  retryAfterMs?: number | undefined
}

/**
 * Delivers webhooks for all endpoints that this process has leased: one feed reads what is due for
 * all of them, and what was attempted is written together.
 */
export class Courier {
  readonly platform: Platform
  readonly traffic = new Traffic()
  readonly slots = new Slots(ATTEMPTS_AT_ONCE)
  readonly #options: CourierOptions
  readonly #recorder: AttemptRecorder
  readonly #leases = new Map<string, Lease>()
  /** Those that are to be looked at next. */
  readonly #wanted = new Set<Lease>()
  #looking = false

  constructor(options: CourierOptions) {
    this.platform = options.platform
    this.#options = options
    this.#recorder = new AttemptRecorder(options.platform)
  }

  /** Endpoints that this process delivers to now. */
  get leases(): number {
    return this.#leases.size
  }

  get attemptsUnderWay(): number {
    return ATTEMPTS_AT_ONCE - this.slots.free
  }

  breakerMoved({ openings }: BreakerState): void {
    this.#options.onBreaker?.(openings > 0 ? 'open' : 'closed')
  }

  /**
   * Delivers what an endpoint has due, and what comes while it lingers. Returns when the next look is
   * due: an instant, or null for none; `unfinished` when it had to stop before.
   */
  async deliverDue(
    endpoint: EndpointRef,
    signal: AbortSignal,
  ): Promise<Date | null | 'unfinished'> {
    await using sender = this.#options.transport.open()
    await markAwake(this.platform, endpoint)
    for (;;) {
      const lease = new Lease(endpoint, { courier: this, sender })
      this.#leases.set(lease.key, lease)
      const sweep = setInterval(() => this.look(lease), LOOK_EVERY_MS)
      this.look(lease)
      try {
        if (!(await lease.run(signal))) return 'unfinished'
      } finally {
        clearInterval(sweep)
        this.#wanted.delete(lease)
        if (this.#leases.get(lease.key) === lease) this.#leases.delete(lease.key)
      }
      const next = await fallAsleep(this.platform, endpoint)
      if (!next.due) return next.at
      await markAwake(this.platform, endpoint)
    }
  }

  /** Something changed about these endpoints, ids with spaces between; without any, about all. */
  announce(endpointIds: string): void {
    const named = endpointIds === '' ? undefined : new Set(endpointIds.split(' '))
    for (const lease of this.#leases.values()) {
      if (!named || named.has(lease.endpoint.endpointId)) this.look(lease)
    }
  }

  /** Reads what the endpoint is now, and what it has due. */
  look(lease: Lease): void {
    this.#wanted.add(lease)
    if (this.#looking) return
    this.#looking = true
    void this.#look()
  }

  /** Makes one attempt and puts it on record; `aborted` leaves no record. */
  async attempt(request: AttemptRequest): Promise<AttemptEnd> {
    const { platform } = this
    const { sender, delivery, url, secrets, headers, signal } = request
    const startedAt = platform.clock.now()
    if (isPastWindow(delivery, startedAt)) {
      await expireDeliveries(platform, [delivery])
      return { made: 'expired' }
    }
    const body = eventBody(delivery)
    const number = delivery.attempts + 1
    const signed = signDelivery({
      secrets,
      ed25519: await this.#options.signingKey(),
      eventId: delivery.eventId,
      attempt: number,
      timestamp: Math.floor(startedAt.getTime() / 1_000),
      endpointId: delivery.endpointId,
      url,
      body,
    })
    const { sendTraceparent = false, onAttempt } = this.#options
    const result = await tracedSend({
      sender,
      request: {
        url,
        headers: { ...headers, ...signed, 'content-type': 'application/json' },
        body,
        signal,
      },
      delivery,
      leaseTraceparent: request.traceparent,
      sendTraceparent,
    })
    if (result.reason === 'aborted') return { made: 'aborted' }
    const endedAt = platform.clock.now()
    const state = settleAttempt(delivery, result, { now: endedAt, random: Math.random() })
    await this.#recorder.record({
      delivery,
      startedAt,
      durationMs: result.durationMs,
      outcome: result.outcome,
      statusCode: result.status,
      reason: result.reason,
      responseBody: result.responseBody,
      state,
    })
    onAttempt?.({ result, delivery, state, endedAt })
    if (result.outcome === 'gone') await this.#disable(delivery)
    return { made: result.outcome, retryAfterMs: retryAfterOf(result) }
  }

  async #look(): Promise<void> {
    while (this.#wanted.size > 0) {
      const leases = [...this.#wanted]
      this.#wanted.clear()
      await this.#lookFor(leases)
      await new Promise((resolve) => setTimeout(resolve, LOOK_GAP_MS))
    }
    this.#looking = false
  }

  async #lookFor(leases: readonly Lease[]): Promise<void> {
    const lookedAt = performance.now()
    const queries = leases.map(({ endpoint, room, held }) => ({ ...endpoint, room, held }))
    try {
      const { endpoints, deliveries } = await readDue(this.platform, queries)
      const factsByKey = Map.groupBy(endpoints, keyOf)
      const dueByKey = Map.groupBy(deliveries, keyOf)
      for (const [index, lease] of leases.entries()) {
        const [facts] = factsByKey.get(lease.key) ?? []
        const { room } = queries[index]!
        lease.accept(facts, dueByKey.get(lease.key) ?? [], { room, lookedAt })
      }
    } catch (error) {
      for (const lease of leases) lease.fail(error)
    }
  }

  async #disable({ tenantId, endpointId }: EndpointRef): Promise<void> {
    const workflowId = workflowIdFor(webhookCourierWorkflow, { tenantId, subjectId: endpointId })
    const ctx = systemContext(this.platform, { tenantId, action: 'deliverDue', workflowId })
    await disableEndpoint(ctx, { id: endpointId, reason: 'gone' })
  }
}

const retryAfterOf = (result: AttemptResult) =>
  'retryAfterMs' in result ? result.retryAfterMs : undefined
