import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import { searchKnowledge } from '#knowledge/answers/search-knowledge.ts'
import { performAction } from '../../catalog/perform-action.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import { action } from './action.ts'
import { approval } from './approval.ts'
import { condition } from './condition.ts'
import { end } from './end.ts'
import { forEach } from './for-each.ts'
import type { Effects, NodeContext } from './node-executor.ts'
import { notify } from './notify.ts'
import { failureOf, type Outcome } from './outcome.ts'
import { query as runQueryNode } from './query.ts'
import { retrieve } from './retrieve.ts'
import { wait } from './wait.ts'

/** Executes a node for the actor of the context. Repeating it gives the same outcome and does nothing twice. */
export const executeNode = async (
  ctx: Context,
  node: Node,
  context: NodeContext,
  effects: Effects,
): Promise<Outcome> => {
  try {
    return await executorOf(node, context, { ctx, effects })
  } catch (error) {
    return failureOf(error)
  }
}

const executorOf = (
  node: Node,
  context: NodeContext,
  by: { ctx: Context; effects: Effects },
): Outcome | Promise<Outcome> => {
  switch (node.type) {
    case 'QUERY':
      return runQueryNode(node, context, by)
    case 'RETRIEVE':
      return retrieve(node, context, by)
    case 'AGENT':
      return by.effects.agent(node, context)
    case 'CONDITION':
      return condition(node, context, by)
    case 'FOR_EACH':
      return forEach(node, context, by)
    case 'APPROVAL':
      return approval(node, context, by)
    case 'WAIT':
      return wait(node, context, by)
    case 'ACTION':
      return action(node, context, by)
    case 'NOTIFY':
      return notify(node, context, by)
    case 'END':
      return end(node, context, by)
  }
}

/** The effects of a run, which are performed. */
export const performEffects = (ctx: OutsideContext): Effects => ({
  action: (asked, { idempotencyKey, runId, madeFrom }) =>
    performAction(ctx, { ...asked, idempotencyKey, runId, madeFrom }),
  search: async (asked) => searchKnowledge(ctx, await embedQuestion(ctx, asked)),
  agent: () => Promise.reject(new Error('A conversation runs turn by turn: call runTurn')),
})
