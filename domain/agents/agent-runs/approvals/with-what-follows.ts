import { needsOfClosedAssistants } from '../../agent-run-steps/needs-of-closed-assistants.ts'
import type { AgentRunStep as StepRow } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { namesIn } from '#messaging/messages/names-in.ts'
import { idsIn } from '#platform/core/records/ids-in.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { missingOf } from '#platform/core/access/withheld.ts'
import type { AgentRunStep } from '../../agent-run-steps/schemas.ts'
import { describeAction, needsToDescribe } from '../../catalog/describe-action.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { nodesById, reachedFrom } from '../../definitions/checks/graph.ts'
import { needsOfText, needsToRead } from '../../definitions/checks/needs-of-node.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import {
  doingOf,
  nextAfter,
  nodesAfter,
  OPEN_ENDED,
} from '../../definitions/checks/what-may-follow.ts'
import { EVENT_NODE } from '../../definitions/triggers.ts'
import { loadRun, findNode, type RunFacts } from '../loop/load-state.ts'
import { Preview } from '../preview/preview.ts'

type WhatFollows = NonNullable<AgentRunStep['ifApproved']>[number]

/**
 * A step with the effects of its approval, computed for the people who decide: the actions, their recipients
 * and their texts, and the names of the people whose ids the step shows.
 */
export const withWhatFollows = async (ctx: Context, step: AgentRunStep): Promise<AgentRunStep> => {
  if (step.ifApproved === null) return step
  const names = await namesShown(ctx, step)
  const ifApproved = step.ifApproved.length === 0 ? [] : await whatFollows(ctx, step)
  return { ...step, names, ifApproved }
}

const namesShown = async (
  ctx: Context,
  { output }: AgentRunStep,
): Promise<AgentRunStep['names']> => {
  const ids = [...new Set(idsIn(output))].slice(0, MOST_NAMES)
  if (ids.length === 0) return []
  const names = await read(ctx, 'agent-runs:read', (reader) => namesIn(reader, ids))
  return [...names].map(([id, name]) => ({ id, name }))
}

const MOST_NAMES = 500

const MOST_STEPS = 30

const whatFollows = async (ctx: Context, step: AgentRunStep): Promise<WhatFollows[]> => {
  const state = await loadState(ctx, step)
  const { definition, closedTo } = state
  const after = nodesAfter(definition, step.node)
  const withheld = missingOf(ctx.actor, [
    ...after.flatMap((node) => needsOf(definition, node)),
    ...needsToRead(definition, step.node),
    ...closedTo(definition, [step.node, ...after.map(({ id }) => id)]),
  ])
  return withheld.length > 0
    ? step.ifApproved!.map((it) => ({ ...it, withheld }))
    : computed(ctx, step, state)
}

interface State {
  run: RunFacts
  definition: AgentDefinition
  past: { node: string; item: number; output: object }[]
  closedTo: Awaited<ReturnType<typeof needsOfClosedAssistants>>
}

const loadState = (ctx: Context, { runId }: AgentRunStep): Promise<State> =>
  read(ctx, 'agent-runs:read', async (reader) => {
    const { run, definition } = await loadRun(reader, runId)
    const { tenantId } = reader
    const rows = await reader.db.agentRunStep.findMany({
      where: { tenantId, runId, status: { not: 'WAITING' } },
      select: { node: true, item: true, output: true, failureCode: true },
    })
    const closedTo = await needsOfClosedAssistants(reader)
    return { run, definition, past: rows.map(resultOf), closedTo }
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
    endsAt: OPEN_ENDED,
    describe: describeAction,
    most: MOST_STEPS,
  })
  const around =
    item === 0 ? undefined : { number: item, value: itemOf(definition, node, item, outputs) }
  const steps = await preview.showFrom(nextAfter(definition, node), around)
  return steps.flatMap((step) => {
    const doing = doingOf(findNode(definition, step.node))
    if (!doing) return []
    const { wouldDo } = step.output as { wouldDo?: string }
    const text = step.failure ? `This fails: ${step.failure.message}` : (wouldDo ?? null)
    return [{ ...doing, item: step.item, text, withheld: [] }]
  })
}

/** The FOR_EACH item whose chain contains the approval. */
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
  if (!items) throw new DomainError('not_found', 'The list that contains the item has been erased.')
  return items[item - 1]
}

const needsOf = (definition: AgentDefinition, node: Node) => {
  const action = doingOf(node)?.action
  return [
    ...(action ? needsToDescribe(action) : needsToRead(definition, node.id)),
    ...needsOfText(definition, node.id),
  ]
}
