import type { AgentRunStep as StepRow } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { read } from '#platform/core/transaction.ts'
import { missingOf } from '#platform/core/withheld.ts'
import type { AgentRunStep } from '../agent-run-steps/schemas.ts'
import { ACTIONS } from '../catalog/actions/index.ts'
import { describeAction, needsToDescribe } from '../catalog/describe-action.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { nodesById, reachedFrom } from '../definitions/graph.ts'
import { needsOfText, needsToRead } from '../definitions/needs-of-node.ts'
import type { Node } from '../definitions/nodes.ts'
import { EVENT_NODE } from '../definitions/triggers.ts'
import { loadRun, nodeOf, type RunFacts } from './load-place.ts'
import { Preview } from './preview.ts'

type WhatFollows = NonNullable<AgentRunStep['ifApproved']>[number]

/** Steps with what follows an approval, for those who decide on it: what would be done, to whom, and with which text. */
export const withWhatFollows = async (
  ctx: Context,
  steps: readonly AgentRunStep[],
): Promise<AgentRunStep[]> => {
  const shown: AgentRunStep[] = []
  for (const step of steps) {
    const isAsked = step.type === 'APPROVAL' && step.status === 'WAITING'
    shown.push(isAsked ? { ...step, ifApproved: await whatFollows(ctx, step) } : step)
  }
  return shown
}

const MOST_STEPS = 30

/** After these it is not known how the run goes on. */
const ENDS: ReadonlySet<Node['type']> = new Set(['AGENT', 'RETRIEVE', 'WAIT', 'APPROVAL'])

const whatFollows = async (ctx: Context, step: AgentRunStep): Promise<WhatFollows[]> => {
  const state = await loadState(ctx, step)
  const { definition, start } = state
  if (start === null) return []
  const nodes = nodesById(definition)
  const reached = [...reachedFrom(nodes, start, ({ to }) => !ENDS.has(nodes.get(to)!.type))]
    .map((id) => nodeOf(definition, id))
    .filter((node) => !ENDS.has(node.type))
  const takes = reached.flatMap((node) => needsToDescribeNode(definition, node))
  const withheld = missingOf(ctx.actor, [...takes, ...needsToRead(definition, step.node)])
  if (withheld.length > 0)
    return reached.flatMap((node) => {
      const action = actionOf(node)
      return action ? [{ ...named(node, action), item: step.item, text: null, withheld }] : []
    })
  return computed(ctx, step, state, start)
}

interface State {
  run: RunFacts
  definition: AgentDefinition
  start: string | null
  past: { node: string; item: number; output: object }[]
}

const loadState = (ctx: Context, { runId, node }: AgentRunStep): Promise<State> =>
  read(ctx, 'agent-runs:read', async (reader) => {
    const { run, definition } = await loadRun(reader, runId)
    const { tenantId } = reader
    const rows = await reader.db.agentRunStep.findMany({
      where: { tenantId, runId, status: { not: 'WAITING' } },
      select: { node: true, item: true, output: true, failureCode: true },
    })
    const asking = nodeOf(definition, node)
    const start = asking.type === 'APPROVAL' ? asking.next : null
    return { run, definition, start, past: rows.map(resultOf) }
  })

const resultOf = ({ node, item, output, failureCode: code }: Past): State['past'][number] => ({
  node,
  item,
  output: code === null ? (output as object) : { failed: true, code },
})

type Past = Pick<StepRow, 'node' | 'item' | 'output' | 'failureCode'>

const computed = async (
  ctx: Context,
  { node, item, output }: AgentRunStep,
  { run, definition, past }: State,
  start: string,
): Promise<WhatFollows[]> => {
  const places = past.filter((it) => it.item === 0 || it.item === item)
  const outputs = Object.fromEntries(places.map((it) => [it.node, it.output]))
  const preview = new Preview(ctx, definition, {
    run,
    begins: undefined,
    waits: {},
    answers: {},
    conversations: {},
    only: null,
    steps: { ...outputs, [node]: { ...output, decision: 'APPROVED' } },
    item: null,
    endsAt: ENDS,
    describe: describeAction,
    most: MOST_STEPS,
  })
  const around =
    item === 0 ? undefined : { number: item, value: itemOf(definition, node, item, outputs) }
  const steps = await preview.showFrom(start, around)
  return steps.flatMap((step) => {
    const follows = nodeOf(definition, step.node)
    const action = actionOf(follows)
    if (action === undefined) return []
    const { wouldDo } = step.output as { wouldDo?: string }
    const text = step.failure ? `This fails: ${step.failure.message}` : (wouldDo ?? null)
    return [{ ...named(follows, action), item: step.item, text, withheld: [] }]
  })
}

/** The item of the FOR_EACH that the approval stands in. */
const itemOf = (
  definition: AgentDefinition,
  node: string,
  item: number,
  outputs: Readonly<Record<string, object>>,
): unknown => {
  const loop = definition.nodes.find(
    (it) => it.type === 'FOR_EACH' && reachedFrom(nodesById(definition), it.body).has(node),
  )
  const { items } = outputs[loop?.id ?? EVENT_NODE] as { items?: unknown[] }
  if (!items) throw new DomainError('not_found', 'The list that the item stands in was erased.')
  return items[item - 1]
}

/** The action that a node does; what else people should know of is that a model is asked, or that the run waits again. */
const actionOf = (node: Node): string | null | undefined => {
  if (node.type === 'ACTION') return node.action
  if (node.type === 'NOTIFY') return 'create_task'
  return ENDS.has(node.type) ? null : undefined
}

const named = (node: Node, action: string | null) => ({
  node: node.id,
  type: node.type,
  action,
  title: action === null ? TITLES[node.type]! : ACTIONS[action]!.title,
  writesToPeople: action !== null && ACTIONS[action]!.writesToPeople,
})

const TITLES: Readonly<Partial<Record<Node['type'], string>>> = {
  AGENT: 'Ask a language model, which decides how the run goes on',
  RETRIEVE: 'Search documents, which decides how the run goes on',
  WAIT: 'Wait',
  APPROVAL: 'Ask for another approval',
}

const needsToDescribeNode = (definition: AgentDefinition, node: Node) => {
  const action = actionOf(node)
  return [
    ...(action ? needsToDescribe(action) : needsToRead(definition, node.id)),
    ...needsOfText(definition, node.id),
  ]
}
