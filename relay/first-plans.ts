import { systemContext } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { named } from '#platform/core/context/registry.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { workflowIdFor } from '#platform/core/workflow-kinds/workflows.ts'
import type { FollowUpKind } from '#messaging/follow-ups/follow-up-kind.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { planFirstSteps, type FirstSteps } from '#messaging/follow-ups/plan-first-steps.ts'
import type { PendingMessage } from '#platform/outbox/pending-messages.ts'

/** Subjects that one transaction plans. Their locks are held until it ends. */
const MOST_TOGETHER = 64
/** Transactions at once: activities need the other connections of the pool. */
const CONCURRENCY = 4

/**
 * The first plans of some follow-ups of one centre and kind. They are computed together, when the first of them
 * is needed, so that a plan is as recent as possible.
 */
export class FirstPlans {
  readonly #plan: () => Promise<FirstSteps>
  #steps: Promise<FirstSteps> | undefined

  constructor(plan: () => Promise<FirstSteps>) {
    this.#plan = plan
  }

  /** Whether the plans may lack later changes of their subjects. */
  get areBegun(): boolean {
    return this.#steps !== undefined
  }

  /** Null if nothing is left to do, undefined if the workflow plans for itself. */
  async of({ subjectId }: PendingMessage) {
    this.#steps ??= this.#plan()
    return (await this.#steps).get(subjectId)
  }
}

export interface FirstPlannerOptions {
  platform: Platform
  onError: (error: unknown) => void
}

/** What waits to be handed over in one call; the first message decides. */
type Queued = readonly [PendingMessage, ...PendingMessage[]]

/** Plans the follow-ups of subjects that have none, before their workflows start. */
export class FirstPlanner {
  readonly #options: FirstPlannerOptions
  /** The last work of each lane. */
  readonly #lanes: Promise<unknown>[] = []
  readonly #plans = new WeakMap<Queued, FirstPlans>()
  #turn = 0

  constructor(options: FirstPlannerOptions) {
    this.#options = options
  }

  /** The plans of what {@link planLater} was given, if it is about a follow-up. */
  plansOf(queued: Queued): FirstPlans | undefined {
    return this.#plans.get(queued)
  }

  /** Groups what is about follow-ups by what one transaction can plan. */
  planLater(all: readonly Queued[]): void {
    for (const group of groupsOf(this.#options.platform, all)) {
      const messages = group.map(([message]) => message)
      const plans = new FirstPlans(() => this.#inLane(() => this.#plan(messages)))
      for (const queued of group) this.#plans.set(queued, plans)
    }
  }

  #inLane<T>(work: () => Promise<T>): Promise<T> {
    const lane = this.#turn++ % CONCURRENCY
    const result = (this.#lanes[lane] ?? Promise.resolve()).then(work)
    this.#lanes[lane] = result
    return result
  }

  /** Never rejects. */
  async #plan(messages: readonly PendingMessage[]): Promise<FirstSteps> {
    const { platform, onError } = this.#options
    const [{ tenantId, workflow, subjectId }] = messages as [PendingMessage]
    const definition = named(platform.registry.workflows, workflow)
    const workflowId = workflowIdFor(definition, { tenantId, subjectId })
    const ctx = systemContext(platform, { tenantId, action: 'planSteps', workflowId })
    const subjectIds = messages.map((message) => message.subjectId)
    try {
      return await planFirstSteps(ctx, { kind: workflow as FollowUpName, subjectIds })
    } catch (error) {
      // The workflow meets the same problem, and waits, retries or ends.
      if (!isExpected(error)) onError(error)
      return new Map()
    }
  }
}

/** A rule refused it, or somebody has locked the subject. */
const isExpected = (error: unknown): boolean =>
  error instanceof DomainError ||
  (error as { code?: unknown } | undefined)?.code === LOCK_NOT_AVAILABLE

const LOCK_NOT_AVAILABLE = '55P03'

/** What one transaction can plan. */
const groupsOf = ({ registry }: Platform, all: readonly Queued[]): Queued[][] => {
  const kinds: Readonly<Record<string, FollowUpKind | undefined>> = registry.followUps
  const ofFollowUps = all.filter(([{ workflow }]) => kinds[workflow])
  const groups = Map.groupBy(ofFollowUps, ([{ tenantId, workflow }]) => `${tenantId}/${workflow}`)
  return [...groups.values()].flatMap((group) => {
    const size = kinds[group[0]![0].workflow]?.factsOfMany ? MOST_TOGETHER : 1
    const count = Math.ceil(group.length / size)
    return Array.from({ length: count }, (_, at) => group.slice(at * size, (at + 1) * size))
  })
}
