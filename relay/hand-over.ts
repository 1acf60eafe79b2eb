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
import { FirstPlanner } from './first-plans.ts'
import { inTraceOf } from './traced.ts'
import { isTemporalUnavailable } from './temporal-errors.ts'

/** Concurrent calls to Temporal. More do not help: the server is the limit. */
const CONCURRENCY = 48
/**
 * Messages per read. More are read when fewer than half of them are waiting. An urgent message waits for at
 * most this many, which were read before it.
 */
const READ_AHEAD = 192
/** The maximum number of messages in memory, because many may wait for one call. */
const MOST_HELD = 5_000
/**
 * How long starts that may be handed over together wait after such a start of their centre and kind. One that
 * comes alone does not wait.
 */
const GATHER_MS = 100
/** The maximum number of starts that are handed over together. */
const MOST_TOGETHER = 20
/** Pauses before retrying a message that Temporal refused, in milliseconds. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 10 * 60_000

export interface HandOverOptions {
  platform: Platform
  client: Client
  /** When aborted, no further message is started; current ones are completed. */
  signal: AbortSignal
  onHandedOver?: (messages: number) => void
  onPostponed?: (message: PendingMessage, error: unknown) => void
  /** The first plans of some follow-ups failed; their workflows plan for themselves. */
  onPlanFailed?: (error: unknown) => void
}

/**
 * The messages of one call to Temporal: a single message, wakes of one workflow, or starts of one kind of
 * workflow in one centre.
 */
type Batch = [PendingMessage, ...PendingMessage[]]

/**
 * Hands messages to Temporal concurrently, in order per subject. Pending wakes of one workflow are combined
 * into one signal, because a wake only says that something changed, and the workflow reads what. Starts of
 * short work are combined into one start. A message that Temporal refuses waits and blocks only its own
 * subject. While Temporal is unavailable the round fails, and no message counts as tried.
 */
export class HandOver {
  readonly #options: HandOverOptions
  readonly #planner: FirstPlanner
  /** The priority of each kind of workflow. */
  readonly #turns: ReadonlyMap<string, number>
  /** The kinds of workflows that are started together. */
  readonly #together: ReadonlySet<string>
  /** Messages that were read and are not yet marked as handed over, in order. */
  readonly #held = new Map<string, PendingMessage>()
  readonly #queue: Batch[] = []
  readonly #busySubjects = new Set<string>()
  /** Centres and kinds of workflows whose next starts together are being gathered. */
  readonly #gathering = new Set<string>()
  readonly #blocked = new Map<string, { message: PendingMessage; until: Date }>()
  #handedOver: PendingMessage[] = []
  #marking: Promise<void> | undefined
  #failure: unknown
  /** Whether the last read returned all pending messages. */
  #dry = false
  /** Resolved when a call has ended or more messages have arrived, so that the round continues. */
  #changed = Promise.withResolvers<void>()

  constructor(options: HandOverOptions) {
    this.#options = options
    const { platform, onPlanFailed } = options
    this.#planner = new FirstPlanner({ platform, onError: (error) => onPlanFailed?.(error) })
    const kinds = Object.values(platform.registry.workflows)
    this.#turns = new Map(kinds.map((kind) => [kind.name, turnOf(kind)]))
    this.#together = new Set(kinds.filter(({ together }) => together).map(({ name }) => name))
  }

  /** More messages may be pending, even for the current round. */
  wake(): void {
    this.#dry = false
    this.#changed.resolve()
  }

  /** An operator changed rows of blocked subjects: the blocking messages are read again. */
  release(): void {
    this.#blocked.clear()
  }

  /** Runs until nothing is left to read. Rejects if Temporal or PostgreSQL is unavailable. */
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
      if (running.size === 0 && (this.#stopped || this.#queue.length === 0)) break
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
      this.#planner.planLater(
        messages
          .map((message) => this.#accept(message, now))
          .filter((batch) => batch !== undefined),
      )
      if (messages.length === READ_AHEAD) this.#dry = false
    } catch (error) {
      this.#failure ??= error
    }
  }

  /** Queues the message. Returns a new batch, if it is the first about its workflow. */
  #accept(message: PendingMessage, now: Date): Batch | undefined {
    const subject = subjectOf(message)
    if (this.#blocked.has(subject)) return undefined
    if (message.availableAt > now && message.attempts > 0) {
      this.#blocked.set(subject, { message, until: message.availableAt })
      return undefined
    }
    this.#held.set(message.id, message)
    const before = this.#queue.findLast((batch) => batch.some((it) => subjectOf(it) === subject))
    const known = before ? this.#wakesWith(before, message) : this.#startsWith(message)
    if (known) {
      known.push(message)
      return undefined
    }
    const batch: Batch = [message]
    const turn = this.#turnOf(message)
    const behind = this.#queue.findIndex(([it]) => this.#turnOf(it) > turn)
    this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, batch)
    return before?.[0].workflow === message.workflow ? undefined : batch
  }

  /** The queued wakes into which this wake can be combined. */
  #wakesWith(batch: Batch, message: PendingMessage): Batch | undefined {
    const isWake = (it: PendingMessage) =>
      it.workflow === message.workflow && it.payload.action === 'wake'
    // A plan that has begun may lack what this message is about.
    const isPlanned = this.#planner.plansOf(batch)?.areBegun
    return isWake(batch[0]) && isWake(message) && !isPlanned ? batch : undefined
  }

  /** The queued starts with which this start can be handed over. */
  #startsWith(message: PendingMessage): Batch | undefined {
    if (!this.#isTogether(message) || this.#busySubjects.has(subjectOf(message))) return undefined
    return this.#queue.find(
      (batch) =>
        batch.length < MOST_TOGETHER &&
        this.#isTogether(batch[0]) &&
        gatheringOf(batch[0]) === gatheringOf(message),
    )
  }

  #isTogether({ workflow, payload, attempts }: PendingMessage): boolean {
    return this.#together.has(workflow) && payload.action === 'start' && attempts === 0
  }

  #turnOf({ workflow, payload }: PendingMessage): number {
    if (payload.urgent) return URGENT_TURN
    return this.#turns.get(workflow) ?? ORDINARY_TURN
  }

  /** Takes the oldest messages whose subject has no call in progress. */
  #take(running: number): Batch | undefined {
    if (this.#stopped || running >= CONCURRENCY) return undefined
    for (const [index, batch] of this.#queue.entries()) {
      const subject = subjectOf(batch[0])
      if (batch.some((it) => this.#busySubjects.has(subjectOf(it)))) continue
      if (this.#isTogether(batch[0]) && this.#gathering.has(gatheringOf(batch[0]))) continue
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
    const [message, ...more] = batch
    const subjects = new Set(batch.map(subjectOf))
    for (const subject of subjects) this.#busySubjects.add(subject)
    if (this.#isTogether(message)) this.#gather(gatheringOf(message))
    try {
      const { client, platform } = this.#options
      const workflow = named(platform.registry.workflows, message.workflow)
      const others = this.#isTogether(message) ? more.map(({ subjectId }) => subjectId) : []
      const first = await this.#firstStepOf(batch)
      if (first !== null)
        await inTraceOf(message, () =>
          dispatch(client, { ...message, ...message.payload, workflow, others, first }),
        )
      this.#handedOver.push(...batch)
      this.#marking ??= this.#mark()
    } catch (error) {
      if (isTemporalUnavailable(error)) this.#failure ??= error
      else await this.#postpone(batch, error)
    } finally {
      for (const subject of subjects) this.#busySubjects.delete(subject)
    }
  }

  /** Null if a follow-up has nothing left to do, so it needs no workflow. */
  async #firstStepOf(batch: Batch) {
    const next = await this.#planner.plansOf(batch)?.of(batch[0])
    if (!next) return next
    const delayMs = Date.parse(next.dueAt) - this.#options.platform.clock.now().getTime()
    return { next, delayMs }
  }

  #gather(starts: string): void {
    this.#gathering.add(starts)
    setTimeout(() => {
      this.#gathering.delete(starts)
      this.#changed.resolve()
    }, GATHER_MS)
  }

  /** One statement marks all messages that were handed over while the previous statement ran. */
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

  /** The first message waits; the subject's later messages are read again together with it. */
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

const gatheringOf = ({ tenantId, workflow }: PendingMessage) => `${tenantId}/${workflow}`
