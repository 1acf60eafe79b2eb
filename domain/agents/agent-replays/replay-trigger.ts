import { actorFor } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import { readOnlyAt } from '#platform/core/context/read-only-at.ts'
import { idsIn } from '#platform/core/records/ids-in.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { searchKnowledge } from '#knowledge/answers/search-knowledge.ts'
import { costOf, tokensOf } from '#knowledge/models/rules.ts'
import { loadEnabledModels } from '#knowledge/models/queries.ts'
import { firstPromptOf } from '../agent-runs/nodes/agent.ts'
import type { Effects, NodeContext } from '../agent-runs/nodes/node-executor.ts'
import { failed, failureOf, succeeded, type Outcome } from '../agent-runs/nodes/outcome.ts'
import {
  Preview,
  UNKNOWN,
  type Place,
  type Settled,
  type Waiting,
} from '../agent-runs/preview/preview.ts'
import type { AgentPreview } from '../agent-runs/preview/schemas.ts'
import { checkedInput } from '../agent-runs/start/checked-input.ts'
import { addressAction } from '../catalog/describe-action.ts'
import { needsOfNode } from '../definitions/checks/needs-of-node.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import type { NodeOf } from '../definitions/nodes/nodes.ts'
import { judgeTrigger, type Judged } from './judge-trigger.ts'
import type { Compared } from './rules.ts'
import type { Scene } from './scene.ts'
import type { Replayed } from './schemas.ts'

/** What a version would have done, with the text by which each action is compared. */
export interface Followed {
  replayed: Replayed
  compared: Compared[]
}

/**
 * Computes what a definition would have done at a trigger. Records are read as they are now, with the clock at the time
 * of the trigger. Nothing can be written: there are no handlers with effects, and PostgreSQL refuses writes.
 */
export const replayTrigger = async (
  ctx: Context,
  definition: AgentDefinition,
  scene: Scene,
): Promise<Followed> => {
  const { platform, tenantId, action, workflowId } = ctx
  const { actors, result } = scene
  const frozen = {
    platform: readOnlyAt(platform, result.occurredAt),
    tenantId,
    action,
    ...(workflowId !== undefined && { workflowId }),
  }
  const base: Context = { ...frozen, actor: actorFor(actors, ['agent-runs:read']) }
  const judged = await judgeTrigger(base, definition.trigger, scene)
  if (judged.outcome !== 'WOULD_RUN') return withoutRun(judged)
  return new Path(base, definition, scene).follow()
}

const NO_MODELS = { recordedTokens: 0, estimatedTokens: 0, costs: [] }

const NO_RUN = { end: null, failedNode: null, path: [], models: NO_MODELS, actions: [] }

const withoutRun = ({ outcome, code, message }: Judged): Followed => ({
  replayed: { ...NO_RUN, outcome, code: code ?? null, message: message ?? null },
  compared: [],
})

type Step = AgentPreview['steps'][number]
type Ended = Pick<Replayed, 'end' | 'code' | 'message' | 'failedNode' | 'path'>

/** The path of one run that is not started. */
class Path {
  readonly #ctx: Context
  readonly #definition: AgentDefinition
  readonly #scene: Scene
  readonly #actions: (Omit<Replayed['actions'][number], 'differs'> & Compared)[] = []
  /** The places whose results are those of the real run. */
  readonly #known = new Set<string>()
  readonly #costs = new Map<string, { recorded: number; estimated: number }>()
  #recordedTokens = 0
  #estimatedTokens = 0
  #needsModel = false

  constructor(ctx: Context, definition: AgentDefinition, scene: Scene) {
    this.#ctx = ctx
    this.#definition = definition
    this.#scene = scene
  }

  async follow(): Promise<Followed> {
    const shown = await this.#preview().catch((error: unknown) => failureOf(error))
    const ended = 'steps' in shown ? this.#endOf(shown) : failedBefore(shown)
    const models = {
      recordedTokens: this.#recordedTokens,
      estimatedTokens: this.#estimatedTokens,
      costs: [...this.#costs].map(([currency, costs]) => ({ currency, ...costs })),
    }
    return {
      replayed: {
        outcome: 'WOULD_RUN',
        ...ended,
        models,
        actions: this.#actions.map(({ key: _, ...action }) => ({ ...action, differs: false })),
      },
      compared: this.#actions,
    }
  }

  async #preview(): Promise<AgentPreview> {
    const { agentId, event } = this.#scene
    const definition = this.#definition
    const input = checkedInput(definition.inputs, {})
    const preview = new Preview(this.#ctx, definition, {
      run: { id: 'replay', agentId, agentVersion: 0, input },
      begins: event && { event, shown: null },
      waits: {},
      answers: {},
      conversations: {},
      only: null,
      steps: {},
      item: null,
      actingFor: (node) => ({
        ...this.#ctx,
        actor: actorFor(this.#scene.actors, needsOfNode(node)),
      }),
      effects: this.#effects,
      settle: this.#settle,
    })
    return preview.show()
  }

  #endOf({ status, steps }: AgentPreview): Ended {
    const end = status === 'CUT_OFF' && this.#needsModel ? 'NEEDS_MODEL' : status
    const failing = end === 'FAILED' ? steps.findLast((step) => step.failure !== null) : undefined
    return {
      end,
      code: end === 'FAILED' ? (failing?.failure?.code ?? 'ended_as_failed') : null,
      message: failing?.failure?.code === 'expression_failed' ? failing.failure.message : null,
      failedNode: failing?.node ?? null,
      path: steps.map((step) => this.#passed(step)),
    }
  }

  #passed(step: Step): Replayed['path'][number] {
    const { node, item, type, status } = step
    const source = this.#known.has(placeOf(node, item)) ? 'RECORDED' : step.assumed && 'ASSUMED'
    return { node, item, type: type as never, status, took: branchOf(step), source }
  }

  /** The only effects of nodes: they note what would happen. */
  readonly #effects = (ctx: Context): Effects => ({
    action: async (asked, context) => {
      const { parameters, recipientIds } = await addressAction(ctx, asked)
      this.#actions.push({
        ...placeIn(context),
        action: asked.action,
        recipientIds: [...recipientIds],
        recordIds: [...new Set(idsIn(parameters))].filter((id) => !recipientIds.includes(id)),
        key: canonicalJson([asked.action, parameters, recipientIds]),
      })
      return { status: 'DONE', outcome: 'not performed: this is a replay', subject: null }
    },
    search: (asked) => searchKnowledge(ctx, asked),
    agent: (node, context) => this.#answerOf(node, context),
  })

  /** The answer that was recorded. Without one, what follows is unknown: models are not asked. */
  async #answerOf(node: NodeOf<'AGENT'>, context: NodeContext): Promise<Outcome> {
    const { item } = placeIn(context)
    const step = this.#scene.recorded?.at(node, item)
    if (!step) {
      await this.#estimate(node, context)
      return { status: 'WAITING', output: {}, waitsUntil: this.#scene.result.occurredAt }
    }
    this.#known.add(placeOf(node.id, item))
    this.#recordedTokens += (step.output as { tokens?: number }).tokens ?? 0
    for (const { cost, currency } of step.costs) this.#addCost(currency, { recorded: cost })
    return step.failureCode === null
      ? succeeded(step.output)
      : failed(step.failureCode, 'The model gave no answer that could be used.')
  }

  async #estimate(node: NodeOf<'AGENT'>, { scope }: NodeContext): Promise<void> {
    this.#needsModel = true
    const inputTokens = tokensOf(firstPromptOf(node, scope))
    this.#estimatedTokens += inputTokens
    const models = await read(this.#ctx, 'agent-runs:read', async (reader) =>
      // Prisma's promises are lazy: it is awaited inside of the transaction.
      [...(await loadEnabledModels(reader))],
    )
    const model = models.find(({ id }) => node.modelIds.length === 0 || node.modelIds.includes(id))
    if (!model) return
    this.#addCost(model.currency, { estimated: costOf(model, { inputTokens, outputTokens: 0 }) })
  }

  #addCost(currency: string, { recorded = 0, estimated = 0 }): void {
    const sum = this.#costs.get(currency) ?? { recorded: 0, estimated: 0 }
    this.#costs.set(currency, {
      recorded: sum.recorded + recorded,
      estimated: sum.estimated + estimated,
    })
  }

  /** A wait ends as it really did. If that is not on record, it ends as in a preview. */
  readonly #settle = (
    { node, item }: Place,
    { output }: Waiting,
  ): Settled | typeof UNKNOWN | undefined => {
    if (node.type === 'AGENT') return UNKNOWN
    const step = this.#scene.recorded?.at(node, item)
    if (step?.status !== 'SUCCEEDED') return undefined
    this.#known.add(placeOf(node.id, item))
    const { decision } = step.output as { decision?: string }
    return {
      outcome: succeeded(node.type === 'APPROVAL' ? { ...output, decision } : step.output),
    }
  }
}

const placeOf = (node: string, item: number): string => `${node}/${item}`

/** The node and the item, which the key of a preview contains. */
const placeIn = ({ idempotencyKey }: NodeContext): { node: string; item: number } => {
  const [, node, item] = idempotencyKey.split('/')
  return { node: node!, item: Number(item) }
}

const failedBefore = ({ code }: { code: string }): Ended => ({
  end: 'FAILED',
  code,
  message: null,
  failedNode: null,
  path: [],
})

/** The branch that a node took. */
const branchOf = ({ type, status, output }: Step): Replayed['path'][number]['took'] => {
  if (status === 'FAILED') return null
  if (type === 'CONDITION') return output['value'] === true ? 'TRUE' : 'FALSE'
  if (type === 'APPROVAL') return output['decision'] as 'APPROVED' | 'REJECTED' | 'EXPIRED'
  if (type === 'WAIT' && 'timedOut' in output) return output['timedOut'] ? 'TIMED_OUT' : 'OCCURRED'
  return null
}
