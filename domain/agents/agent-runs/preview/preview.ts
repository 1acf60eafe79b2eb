import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { searchKnowledge } from '#knowledge/answers/search-knowledge.ts'
import { previewAction } from '../../catalog/preview-action.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import type { Node, NodeOf } from '../../definitions/nodes/nodes.ts'
import { readExpression } from '../../definitions/expressions/read-expression.ts'
import { readTemplate } from '../../definitions/expressions/read-template.ts'
import { needsOfText } from '../../definitions/checks/needs-of-node.ts'
import { EVENT_NODE } from '../../definitions/triggers.ts'
import type { TriggerEvent } from '../../triggers/load-event.ts'
import { findNode } from '../loop/load-state.ts'
import { moveAfter, nextNode } from '../loop/moves.ts'
import { executeNode } from '../nodes/execute-node.ts'
import type { Effects, NodeContext } from '../nodes/node-executor.ts'
import type { Outcome } from '../nodes/outcome.ts'
import type { AgentPreview } from './schemas.ts'
import { newestOrSample } from './preview-event.ts'
import { scopeOf, type Facts, type Item } from '../loop/scope-of.ts'

const MOST_STEPS = 200
const MOST_INSTRUCTIONS = 8_000

type Step = AgentPreview['steps'][number]

/** The data with which a preview starts. */
interface Beginning {
  run: Facts['run']
  /** The starting event, and the note that explains it. */
  begins: { event: TriggerEvent; shown: AgentPreview['event'] } | undefined
  /** The assumed outcome of nodes that wait for an event. */
  waits: Readonly<Record<string, 'TIMED_OUT' | 'OCCURRED'>>
  /** Model responses given by the caller, keyed by node. */
  answers: Readonly<Record<string, unknown>>
  /** Model responses received, keyed by node and item. */
  conversations: Readonly<Record<string, Outcome>>
  /** The only node to execute; null for the whole definition. */
  only: string | null
  /** Results of earlier nodes, and the node's item. */
  steps: Readonly<Record<string, object>>
  item: unknown
  /** Types of nodes that are not executed and end the path, because what follows is unknown. */
  endsAt?: ReadonlySet<Node['type']>
  /** How actions are described. By default, they are described only to callers who may perform them. */
  describe?: typeof previewAction
  /** Maximum number of steps; 200 by default. */
  most?: number
  /** As whom a node is executed; by default as the caller. */
  actingFor?: (node: Node) => Context
  /** By default, actions are described, and models are not called. */
  effects?: (ctx: Context) => Effects
  /** How a wait ends; by default as `waits` say. */
  settle?: (place: Place, outcome: Waiting) => Settled | typeof UNKNOWN | undefined
}

/** A node, and the number of its item; 0 outside of a FOR_EACH. */
export interface Place {
  node: Node
  item: number
}

export type Waiting = Extract<Outcome, { status: 'WAITING' }>

/** The end of a path whose continuation is unknown. */
export const UNKNOWN = 'UNKNOWN'
type End = AgentPreview['status'] | typeof UNKNOWN

/** A node that needs a model call, and its position. */
export interface Unanswered {
  key: string
  node: NodeOf<'AGENT'>
  context: NodeContext
}

/** Follows one path through a definition without writing anything. */
export class Preview {
  readonly #steps: Step[] = []

  readonly #ctx: Context
  readonly #definition: AgentDefinition
  readonly #begun: Facts['past']
  readonly #beginning: Beginning
  #unanswered: Unanswered | undefined

  constructor(ctx: Context, definition: AgentDefinition, beginning: Beginning) {
    this.#ctx = ctx
    this.#definition = definition
    this.#beginning = beginning
    const past = (node: string, output: unknown) => ({
      node,
      status: 'SUCCEEDED',
      output,
      failureCode: null,
    })
    const { begins, steps } = beginning
    this.#begun = [
      ...(begins ? [past(EVENT_NODE, begins.event)] : []),
      ...Object.entries(steps).map(([node, output]) => past(node, output)),
    ]
  }

  async show(): Promise<AgentPreview> {
    const { only, item } = this.#beginning
    if (only !== null) {
      const step = await this.#execute(
        findNode(this.#definition, only),
        item === null ? undefined : { number: 1, value: item },
      )
      return this.#shown(step?.status ?? UNKNOWN)
    }
    const status = await this.#chain(this.#definition.start)
    return this.#shown(status ?? 'SUCCEEDED')
  }

  #shown(end: End): AgentPreview {
    const status = end === UNKNOWN ? 'CUT_OFF' : end
    return { event: this.#beginning.begins?.shown ?? null, status, steps: this.#steps }
  }

  /** Follows the path from a node, for one item or for the whole run. */
  async showFrom(start: string | null, item?: Item): Promise<readonly Step[]> {
    await this.#chain(start, item)
    return this.#steps
  }

  /** The first node that needs a model call without a response. */
  async unanswered(): Promise<Unanswered | undefined> {
    await this.show()
    return this.#unanswered
  }

  /** Undefined if the chain ended but the run continues. */
  async #chain(start: string | null, item?: Item): Promise<End | undefined> {
    let at = nextNode(this.#definition, start)?.id ?? null
    while (at !== null) {
      if (this.#steps.length >= (this.#beginning.most ?? MOST_STEPS)) return 'CUT_OFF'
      const node = findNode(this.#definition, at)
      if (this.#beginning.endsAt?.has(node.type)) return this.#endAt(node, item)
      const step = await this.#execute(node, item)
      if (!step) return UNKNOWN
      if (node.type === 'FOR_EACH' && step.status === 'SUCCEEDED') {
        const ended = await this.#each(step, node.body)
        if (ended) return ended
      }
      const next = moveAfter(this.#definition, node, { item: step.item, step })
      if (next.move === 'END') return next.status
      at = next.move === 'GO' ? (next.next?.id ?? null) : null
    }
    return undefined
  }

  /** Follows the chain of each item. If an item fails, the FOR_EACH fails at its end. */
  async #each(loop: Step, body: string): Promise<'CUT_OFF' | typeof UNKNOWN | undefined> {
    const items = loop.output['items'] as unknown[]
    let count = 0
    let unknown = 0
    for (const [index, value] of items.entries()) {
      const ended = await this.#chain(body, { number: index + 1, value })
      if (ended === 'CUT_OFF') return ended
      if (ended === 'FAILED') count += 1
      if (ended === UNKNOWN) unknown += 1
    }
    if (unknown > 0) return UNKNOWN
    if (count > 0) {
      const message = `${count} of ${items.length} items failed.`
      Object.assign(loop, { status: 'FAILED', failure: { code: 'items_failed', message } })
    }
    return undefined
  }

  #endAt({ id, type }: Node, item?: Item): 'CUT_OFF' {
    const ends = { outcome: { status: 'SUCCEEDED', output: {} } } as const
    this.#steps.push({ node: id, item: item?.number ?? 0, type, ...shownOf(ends) })
    return 'CUT_OFF'
  }

  /** Undefined if the outcome is unknown. */
  async #execute(node: Node, item?: Item): Promise<Step | undefined> {
    const { id, type } = node
    const steps = this.#steps.filter((step) => step.item === 0 || step.item === item?.number)
    const past = [
      ...this.#begun,
      ...steps.map((step) => ({ ...step, failureCode: step.failure?.code ?? null })),
    ]
    const { run, actingFor = () => this.#ctx, effects = this.#describedEffects } = this.#beginning
    const ctx = actingFor(node)
    const scope = await read(this.#ctx, 'agent-runs:read', (reader) =>
      scopeOf(reader, { run, past, ...(item && { item }) }),
    )
    const context = {
      scope,
      runId: run.id,
      startedBy: this.#ctx.actor.id,
      idempotencyKey: `preview/${id}/${item?.number ?? 0}`,
      madeFrom: needsOfText(this.#definition, id),
    }
    const outcome = await executeNode(ctx, node, context, effects(ctx))
    const place = { node, item: item?.number ?? 0 }
    const settled = outcome.status === 'WAITING' ? await this.#settle(place, outcome) : { outcome }
    if (settled === UNKNOWN) return undefined
    const step = { node: id, item: place.item, type, ...shownOf(settled) }
    this.#steps.push(step)
    return step
  }

  #settle(place: Place, outcome: Waiting): Settled | typeof UNKNOWN | Promise<Settled> {
    return this.#beginning.settle?.(place, outcome) ?? this.#waitFor(place.node, outcome)
  }

  /** Ends a wait immediately: an approval is granted, a time has passed, and an event arrives or not, as assumed. */
  async #waitFor(node: Node, { output }: Waiting): Promise<Settled> {
    if (node.type === 'APPROVAL') return settled('APPROVED', { ...output, decision: 'APPROVED' })
    if (node.type !== 'WAIT' || !('eventType' in node.for)) return settled('TIME_PASSED', output)
    if (this.#beginning.waits[node.id] !== 'OCCURRED')
      return settled('TIMED_OUT', { event: null, timedOut: true })
    const { eventType } = node.for
    const { event } = await read(this.#ctx, 'agent-runs:read', (reader) =>
      newestOrSample(reader, eventType),
    )
    return settled('OCCURRED', { event, timedOut: false })
  }

  /** Describes effects as text instead of performing them. */
  readonly #describedEffects = (ctx: Context): Effects => ({
    action: async (asked) => {
      const { describe = previewAction } = this.#beginning
      return { wouldDo: (await describe(ctx, asked)).text }
    },
    search: (asked) => searchKnowledge(ctx, asked),
    agent: async (node, context) => {
      const { answers, conversations } = this.#beginning
      const key = context.idempotencyKey
      const known = conversations[key]
      if (known?.status === 'FAILED') return known
      if (!known && !(node.id in answers)) this.#unanswered ??= { key, node, context }
      const said = known ? known.output : { answer: answers[node.id] ?? null }
      const { scope } = context
      return {
        status: 'SUCCEEDED',
        output: {
          ...said,
          wouldDo: readTemplate(node.instructions).render(scope, MOST_INSTRUCTIONS),
          given: node.given === null ? null : readExpression(node.given).evaluate(scope),
        },
      }
    },
  })
}

/** A node's outcome in the preview, and the assumption made if it waits. */
export interface Settled {
  outcome: Outcome
  assumed?: NonNullable<Step['assumed']>
}

const settled = (assumed: NonNullable<Step['assumed']>, output: object): Settled => ({
  outcome: { status: 'SUCCEEDED', output },
  assumed,
})

const shownOf = ({
  outcome,
  assumed = null,
}: Settled | { outcome: Outcome; assumed?: null }): Pick<
  Step,
  'status' | 'assumed' | 'output' | 'failure'
> => {
  if (outcome.status === 'FAILED')
    return {
      status: 'FAILED',
      assumed,
      output: {},
      failure: { code: outcome.code, message: outcome.message },
    }
  const output = outcome.output as Record<string, unknown>
  return { status: 'SUCCEEDED', assumed, output, failure: null }
}
