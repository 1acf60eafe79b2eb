import type { Client } from '@temporalio/client'
import { named } from '#platform/core/context/registry.ts'
import { ORDINARY_TURN, turnOf, URGENT_TURN } from '#platform/core/workflow-kinds/workflows.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import {
  markHandedOver,
  pendingMessages,
  postponeMessage,
  type PendingMessage,
} from '#platform/outbox/pending-messages.ts'
import { dispatch } from './dispatch.ts'
import { inTraceOf } from './traced.ts'
import { isTemporalUnavailable } from './temporal-errors.ts'

/** Calls of Temporal under way at once. More does not help: the server is the limit. */
const CONCURRENCY = 48
/**
 * Messages read at once; when fewer calls than half of it wait, more are read. Urgent messages wait for
 * no more than these, which were read before.
 */
const READ_AHEAD = 192
/** Messages held in memory at most: many may wait for one call. */
const MOST_HELD = 5_000
/** Pauses of a message that fails for a reason of its own, in milliseconds. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 10 * 60_000

export interface HandOverOptions {
  platform: Platform
  client: Client
  /** Stops taking up messages; those under way end. */
  signal: AbortSignal
  onHandedOver?: (messages: number) => void
  onPostponed?: (message: PendingMessage, error: unknown) => void
}

/** Messages that one call of Temporal hands over: one, or wake-ups of the same workflow. */
type Batch = [PendingMessage, ...PendingMessage[]]

/**
 * Hands messages to Temporal, many at once, in order per subject. Wake-ups of one workflow that wait
 * together are one signal: they say that something has changed, and the workflow reads what. A message
 * that Temporal refuses waits and holds up its own subject only; when Temporal is away the round fails,
 * and no message is counted as tried.
 */
export class HandOver {
  readonly #options: HandOverOptions
  /** The turn of each kind of workflow. */
  readonly #turns: ReadonlyMap<string, number>
  /** Read and not yet marked as done, in order. */
  readonly #held = new Map<string, PendingMessage>()
  readonly #queue: Batch[] = []
  readonly #busySubjects = new Set<string>()
  readonly #blocked = new Map<string, { message: PendingMessage; until: Date }>()
  #handedOver: PendingMessage[] = []
  #marking: Promise<void> | undefined
  #failure: unknown
  /** Whether the last read found everything there was. */
  #dry = false
  /** Something ended, or there is more: the round looks around again. */
  #changed = Promise.withResolvers<void>()

  constructor(options: HandOverOptions) {
    this.#options = options
    const kinds = Object.values(options.platform.registry.workflows)
    this.#turns = new Map(kinds.map((kind) => [kind.name, turnOf(kind)]))
  }

  /** There may be more to read, also for a round that is under way. */
  wake(): void {
    this.#dry = false
    this.#changed.resolve()
  }

  /** An operator changed rows of subjects that wait: what holds them up is read anew. */
  release(): void {
    this.#blocked.clear()
  }

  /** Works until nothing is left to read. Rejects when Temporal or PostgreSQL is not there. */
  async round(): Promise<boolean> {
    this.#failure = undefined
    this.#dry = false
    const running = new Set<Promise<void>>()
    for (;;) {
      const changed = (this.#changed = Promise.withResolvers<void>())
      if (this.#wantsMore) await this.#read()
      for (let next = this.#take(running.size); next; next = this.#take(running.size)) {
        const one: Promise<void> = this.#handOver(next).finally(() => {
          running.delete(one)
          this.#changed.resolve()
        })
        running.add(one)
      }
      if (this.#wantsMore) continue
      if (running.size === 0) break
      await changed.promise
    }
    await this.#marking
    this.#queue.length = 0
    this.#held.clear()
    if (this.#failure) throw this.#failure
    return false
  }

  get #wantsMore() {
    if (this.#dry || this.#stopped) return false
    return this.#queue.length < READ_AHEAD / 2 && this.#held.size < MOST_HELD
  }

  get #stopped() {
    return this.#failure !== undefined || this.#options.signal.aborted
  }

  async #read(): Promise<void> {
    this.#dry = true
    const { platform } = this.#options
    const now = platform.clock.now()
    for (const [subject, { until }] of this.#blocked) {
      if (until <= now) this.#blocked.delete(subject)
    }
    try {
      const messages = await pendingMessages(platform, {
        limit: READ_AHEAD,
        now,
        turns: this.#turns,
        held: [...this.#held.keys()],
        blocked: [...this.#blocked.values()].map(({ message }) => message),
      })
      for (const message of messages) this.#accept(message, now)
      if (messages.length === READ_AHEAD) this.#dry = false
    } catch (error) {
      this.#failure ??= error
    }
  }

  #accept(message: PendingMessage, now: Date): void {
    const subject = subjectOf(message)
    if (this.#blocked.has(subject)) return
    if (message.availableAt > now && message.attempts > 0) {
      this.#blocked.set(subject, { message, until: message.availableAt })
      return
    }
    this.#held.set(message.id, message)
    const before = this.#queue.findLast(([it]) => subjectOf(it) === subject)
    if (before && isSameWakeUp(before[0], message)) {
      before.push(message)
      return
    }
    const turn = this.#turnOf(message)
    const behind = this.#queue.findIndex(([it]) => this.#turnOf(it) > turn)
    this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, [message])
  }

  #turnOf({ workflow, payload }: PendingMessage): number {
    if (payload.urgent) return URGENT_TURN
    return this.#turns.get(workflow) ?? ORDINARY_TURN
  }

  /** The oldest messages whose subject nothing else is under way for. */
  #take(running: number): Batch | undefined {
    if (this.#stopped || running >= CONCURRENCY) return undefined
    for (const [index, batch] of this.#queue.entries()) {
      const subject = subjectOf(batch[0])
      if (this.#busySubjects.has(subject)) continue
      this.#queue.splice(index, 1)
      if (this.#blocked.has(subject)) {
        for (const { id } of batch) this.#held.delete(id)
        return this.#take(running)
      }
      return batch
    }
    return undefined
  }

  async #handOver(batch: Batch): Promise<void> {
    const [message] = batch
    const subject = subjectOf(message)
    this.#busySubjects.add(subject)
    try {
      const { client, platform } = this.#options
      const workflow = named(platform.registry.workflows, message.workflow)
      await inTraceOf(message, () => dispatch(client, { ...message, ...message.payload, workflow }))
      this.#handedOver.push(...batch)
      this.#marking ??= this.#mark()
    } catch (error) {
      if (isTemporalUnavailable(error)) this.#failure ??= error
      else await this.#postpone(batch, error)
    } finally {
      this.#busySubjects.delete(subject)
    }
  }

  /** One statement marks whatever was handed over while the one before was under way. */
  async #mark(): Promise<void> {
    try {
      while (this.#handedOver.length > 0) {
        const messages = this.#handedOver
        this.#handedOver = []
        await markHandedOver(this.#options.platform, messages)
        for (const { id } of messages) this.#held.delete(id)
        this.#options.onHandedOver?.(messages.length)
      }
    } catch (error) {
      this.#failure ??= error
    } finally {
      this.#marking = undefined
    }
  }

  /** The first of them waits; those behind it are read again with it. */
  async #postpone(batch: Batch, error: unknown): Promise<void> {
    const [message] = batch
    const { platform, onPostponed } = this.#options
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** message.attempts, LAST_RETRY_MS)
    const until = new Date(platform.clock.now().getTime() + delayMs)
    this.#blocked.set(subjectOf(message), { message, until })
    for (const { id } of batch) this.#held.delete(id)
    onPostponed?.(message, error)
    try {
      await postponeMessage(platform, message, { error: String(error), until })
    } catch (failure) {
      this.#failure ??= failure
    }
  }
}

const subjectOf = ({ tenantId, subjectId }: PendingMessage) => `${tenantId}/${subjectId}`

const isSameWakeUp = (before: PendingMessage, message: PendingMessage) =>
  before.workflow === message.workflow &&
  before.payload.action === 'wake' &&
  message.payload.action === 'wake'
