import type { OutsideContext } from '#platform/core/context/context.ts'
import { carryOutNode, endRun, firstMove } from './carry-out-node.ts'
import type { NodeAt } from './load-place.ts'
import type { EndStatus, FirstMove, Move } from './moves.ts'

/** Nodes, and calls of tools, that one activity carries out: a worker that dies leaves no more to look at again. */
const MOST_NODES = 10

const STOP = { move: 'STOP' } as const

/**
 * Carries out a node and the quick ones after it, and ends the run with its last node: an activity costs ten times what
 * such a node does. Each node is on record before the next one begins, so that this done again goes on where it was.
 * @param onEnded told how the run has ended, where it has
 */
export const carryOn = async (
  ctx: OutsideContext,
  at: NodeAt,
  onEnded?: (status: EndStatus) => void,
): Promise<Move> => {
  let { node } = at
  let move = await carryOutNode(ctx, at)
  for (let done = 1; done < MOST_NODES && isQuick(move); done += 1) {
    if (move.move === 'GO') node = move.next!.id
    move = await carryOutNode(ctx, { ...at, node })
  }
  const status = at.item === 0 ? endOf(move) : undefined
  if (!status) return move
  await endRun(ctx, { runId: at.runId, status })
  onEnded?.(status)
  return STOP
}

/**
 * Begins a run, with its first nodes where they are quick. What fails here is left to the activity of the node, which is
 * tried as the definition has it.
 */
export const carryOnFromStart = async (
  ctx: OutsideContext,
  { runId }: { runId: string },
  onEnded?: (status: EndStatus) => void,
): Promise<FirstMove> => {
  const first = await firstMove(ctx, { runId })
  if (first.move !== 'GO' || !first.next?.isQuick) return first
  const { agentId, agentVersion } = first
  try {
    const move = await carryOn(ctx, { runId, node: first.next.id, item: 0 }, onEnded)
    return move.move === 'GO' || move.move === 'STOP' ? { ...move, agentId, agentVersion } : first
  } catch {
    return first
  }
}

/** A quick node comes next, or what a model asked for in its turn. */
const isQuick = (move: Move): boolean =>
  move.move === 'AGAIN' ? move.isQuick === true : move.move === 'GO' && move.next?.isQuick === true

/** How a run ends with a move; undefined where it goes on. */
const endOf = (move: Move): EndStatus | undefined => {
  if (move.move === 'END') return move.status
  return move.move === 'GO' && move.next === null ? 'SUCCEEDED' : undefined
}
