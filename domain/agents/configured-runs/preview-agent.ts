import type { Context } from '#platform/core/context.ts'
import { invalidReference } from '#platform/core/errors.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { loadAgent } from '../agents/queries.ts'
import { definitionOf } from '../agents/schemas.ts'
import { assertPublishable } from '../agents/publish-agent.ts'
import { previewAction } from '../catalog/preview-action.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import type { Node } from '../definitions/nodes.ts'
import { readExpression } from '../definitions/read-expression.ts'
import { readTemplate } from '../definitions/read-template.ts'
import { loadEvent, type TriggerEvent } from '../triggers/load-event.ts'
import { checkedInput } from './checked-input.ts'
import { nodeOf } from './load-place.ts'
import { moveAfter, nextNode } from './moves.ts'
import { outcomeOf, type Doing, type Outcome } from './outcome-of.ts'
import type { AgentPreview, PreviewAgent } from './schemas.ts'
import { EVENT_NODE, scopeOf, type Facts, type Item } from './scope-of.ts'

const MOST_STEPS = 200
const MOST_INSTRUCTIONS = 8_000

/**
 * What a run of the draft would do now, if everything were approved and no time passed: queries read, actions are
 * described, nothing is written.
 */
export const previewAgent = (
  ctx: Context,
  { id, input, eventId, answers }: { id: string } & PreviewAgent,
): Promise<AgentPreview> =>
  transact(ctx, ['agents:write', 'agent-runs:write'], async (tx) => {
    const definition = definitionOf(await loadAgent(tx, id))
    assertPublishable(definition, tx)
    tx.nothingChanged({ type: 'agent', id })
    const run = {
      id: 'preview',
      agentId: id,
      agentVersion: 0,
      input: checkedInput(definition.inputs, input),
    }
    const event = eventId === null ? undefined : await loadEvent(tx, eventId)
    if (eventId !== null && !event) throw invalidReference('eventId', 'event')
    return new Preview(tx, definition, { run, event, answers }).show()
  })

type Step = AgentPreview['steps'][number]

/** What a preview begins with. */
interface Beginning {
  run: Facts['run']
  event: TriggerEvent | undefined
  /** What models answer, by their nodes. */
  answers: Readonly<Record<string, unknown>>
}

/** One way through a definition. */
class Preview {
  readonly #steps: Step[] = []

  readonly #tx: Transaction
  readonly #definition: AgentDefinition
  readonly #run: Facts['run']
  readonly #begun: Facts['past']
  readonly #answers: Beginning['answers']

  constructor(tx: Transaction, definition: AgentDefinition, { run, event, answers }: Beginning) {
    this.#tx = tx
    this.#definition = definition
    this.#run = run
    this.#answers = answers
    this.#begun = event
      ? [{ node: EVENT_NODE, status: 'SUCCEEDED', output: event, failureCode: null }]
      : []
  }

  async show(): Promise<AgentPreview> {
    const status = await this.#chain(this.#definition.start)
    return { status: status ?? 'SUCCEEDED', steps: this.#steps }
  }

  /** Undefined: the chain came to its end, and the run has not. */
  async #chain(start: string | null, item?: Item): Promise<AgentPreview['status'] | undefined> {
    let at = nextNode(this.#definition, start)?.id ?? null
    while (at !== null) {
      if (this.#steps.length >= MOST_STEPS) return 'CUT_OFF'
      const node = nodeOf(this.#definition, at)
      const step = await this.#carryOut(node, item)
      if (node.type === 'FOR_EACH' && step.status === 'SUCCEEDED') {
        const ended = await this.#each(step, node.body)
        if (ended) return ended
      }
      const onward = moveAfter(this.#definition, node, { item: step.item, step })
      if (onward.move === 'END') return onward.status
      at = onward.move === 'GO' ? (onward.next?.id ?? null) : null
    }
    return undefined
  }

  /** The chain of each item: what fails in one fails the node at its end. */
  async #each(loop: Step, body: string): Promise<'CUT_OFF' | undefined> {
    const items = loop.output['items'] as unknown[]
    let count = 0
    for (const [index, value] of items.entries()) {
      const ended = await this.#chain(body, { number: index + 1, value })
      if (ended === 'CUT_OFF') return ended
      if (ended === 'FAILED') count += 1
    }
    if (count > 0) {
      const message = `${count} of ${items.length} items failed.`
      Object.assign(loop, { status: 'FAILED', failure: { code: 'items_failed', message } })
    }
    return undefined
  }

  async #carryOut(node: Node, item?: Item): Promise<Step> {
    const { id, type } = node
    const steps = this.#steps.filter((step) => step.item === 0 || step.item === item?.number)
    const past = [
      ...this.#begun,
      ...steps.map((step) => ({ ...step, failureCode: step.failure?.code ?? null })),
    ]
    const scope = await scopeOf(this.#tx, { run: this.#run, past, ...(item && { item }) })
    const place = { scope, runId: this.#run.id, startedBy: this.#tx.actor.id, idempotencyKey: id }
    const outcome = await outcomeOf(this.#tx, node, place, describing(this.#tx, this.#answers))
    const step = { node: id, item: item?.number ?? 0, type, ...shownOf(outcome) }
    this.#steps.push(step)
    return step
  }
}

/** What would be done, in words. */
const describing = (ctx: Context, answers: Readonly<Record<string, unknown>>): Doing => ({
  action: async (asked) => ({ wouldDo: (await previewAction(ctx, asked)).text }),
  agent: async (node, { scope }) => ({
    status: 'SUCCEEDED',
    output: {
      answer: answers[node.id] ?? null,
      wouldDo: readTemplate(node.instructions).render(scope, MOST_INSTRUCTIONS),
      given: node.given === null ? null : readExpression(node.given).evaluate(scope),
    },
  }),
})

/** What waits goes on at once: an approval is given. */
const shownOf = (outcome: Outcome): Pick<Step, 'status' | 'output' | 'failure'> => {
  if (outcome.status === 'FAILED')
    return {
      status: 'FAILED',
      output: {},
      failure: { code: outcome.code, message: outcome.message },
    }
  const output = outcome.output as Record<string, unknown>
  return {
    status: 'SUCCEEDED',
    output: outcome.status === 'WAITING' ? { ...output, decision: 'APPROVED' } : output,
    failure: null,
  }
}
