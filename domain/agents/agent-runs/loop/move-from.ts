import { utc } from '#platform/core/time/time.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import { asksModelNext } from '../nodes/agent.ts'
import { forEachMove, moveAfter, type Move, type Settled } from './moves.ts'

/** The move after an outcome or a step, which may have left the node waiting or in progress. Pure. */
export const moveFrom = (
  definition: AgentDefinition,
  node: Node,
  item: number,
  step: Settled & { waitsUntil?: Date | null },
): Move => {
  if (step.status === 'WAITING') return { move: 'WAIT', until: utc(step.waitsUntil!) }
  if (step.status === 'RUNNING') {
    if (node.type === 'FOR_EACH') return forEachMove(definition, node, step)
    const isQuick = node.type === 'AGENT' && !asksModelNext(node, step.output)
    return { move: 'AGAIN', ...(isQuick && { isQuick }) }
  }
  return moveAfter(definition, node, { item, step })
}
