import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import { failed, type Outcome } from '../nodes/outcome.ts'
import { executeNodes, isOver, type ActingState, type Executed } from './execute-nodes.ts'
import { finishAgentRun } from './finish-agent-run.ts'
import {
  findNode,
  loadRun,
  loadState,
  lockStep,
  type NodeAt,
  type RunState,
  type StepFacts,
} from './load-state.ts'
import { moveFrom } from './move-from.ts'
import {
  endOf,
  isQuickMove,
  moveAfter,
  nextNode,
  type EndStatus,
  type FirstMove,
  type Move,
  type NextMove,
} from './moves.ts'
import { recordOutcome, settleRunStatus } from './record-outcome.ts'
import { recordTogether, type Recorded } from './record-together.ts'

/*
 * The loop of an agent run, from top to bottom:
 *
 * - startLoop: the first node of a run
 * - runNodes: a node, and the quick nodes after it
 * - runStretch: load the run, execute a node and the nodes after it that only compute, record their outcomes
 * - failNode: fail a node after all its retries
 * - completeForEach: complete a FOR_EACH after its last item
 * - finishRun: finish the run at the end of its chain
 *
 * The workflow in workflows/agent-run calls these and follows the move that each returns (moves.ts).
 * nodes/<kind>.ts implements one kind of node.
 */

/** The maximum number of nodes and tool calls per activity, so that little is repeated after a worker dies. */
const MOST_NODES = 10

const STOP = { move: 'STOP' } as const

/**
 * Starts a run and executes its first quick nodes. If one of them fails, its own activity runs it again with
 * the retries of the definition.
 */
export const startLoop = async (
  ctx: OutsideContext,
  { runId }: { runId: string },
  onEnded?: (status: EndStatus) => void,
): Promise<FirstMove> => {
  const state = await loadActing(ctx, { runId, item: 0 })
  const first = firstMoveOf(state)
  if (first.move !== 'GO' || !first.next?.isQuick) return first
  const { agentId, agentVersion } = first
  try {
    const at = { runId, node: first.next.id, item: 0 }
    const move = await runNodes(ctx, at, onEnded, state)
    return move.move === 'GO' || move.move === 'STOP' ? { ...move, agentId, agentVersion } : first
  } catch {
    return first
  }
}

/** Moves to the first node of a run. */
export const firstMove = (ctx: Context, { runId }: { runId: string }): Promise<FirstMove> =>
  read(ctx, 'agent-runs:read', async (reader) => firstMoveOf(await loadRun(reader, runId)))

const firstMoveOf = ({ run, definition }: Pick<RunState, 'run' | 'definition'>): FirstMove => {
  const { agentId, agentVersion } = run
  const move: NextMove = isOver(run)
    ? STOP
    : { move: 'GO', next: nextNode(definition, definition.start) }
  return { ...move, agentId, agentVersion }
}

/**
 * Runs a node and the quick nodes after it, and finishes the run after its last node. Quick nodes share an
 * activity because an activity costs ten times as much as a quick node. The outcomes so far are recorded before
 * a node acts, so a repeated activity continues where it stopped.
 * @param onEnded called with the final status, if this call finishes the run
 * @param loaded the state of the run, if it has just been loaded
 */
export const runNodes = async (
  ctx: OutsideContext,
  at: NodeAt,
  onEnded?: (status: EndStatus) => void,
  loaded?: ActingState,
): Promise<Move> => {
  let place = at
  let stretch = await runStretch(ctx, place, { most: MOST_NODES, finishes: true, loaded })
  for (let done = stretch.nodes; done < MOST_NODES && isQuickMove(stretch.move);) {
    const { move } = stretch
    if (move.move === 'GO') place = { ...at, node: move.next!.id }
    stretch = await runStretch(ctx, place, { most: MOST_NODES - done, finishes: true })
    done += stretch.nodes
  }
  const { move, ended } = stretch
  const status = at.item === 0 ? endOf(move) : undefined
  if (!status) return move
  if (!ended) await finishRun(ctx, { runId: at.runId, status })
  onEnded?.(status)
  return STOP
}

/** Runs one node and returns the next move, but does not finish the run. Repeating it changes nothing. */
export const runNode = async (ctx: OutsideContext, at: NodeAt): Promise<Move> =>
  (await runStretch(ctx, at, { most: 1, finishes: false })).move

interface StretchOptions {
  /** The maximum number of nodes. */
  most: number
  /** Whether a run that succeeds with the last node is finished in the same transaction. */
  finishes: boolean
  /** The state of the run, if it has just been loaded. */
  loaded?: ActingState | undefined
}

/**
 * Runs a node, and the nodes after it that only compute, as the person for whom the run acts. They are recorded
 * in one transaction.
 */
const runStretch = async (
  ctx: OutsideContext,
  at: NodeAt,
  { most, finishes, loaded }: StretchOptions,
): Promise<Recorded & { nodes: number }> => {
  const state = loaded ?? (await loadActing(ctx, at))
  const stretch = await executeNodes(ctx, state, at, most)
  const { executed, move, nodes } = stretch
  const [first] = executed
  if (!first) return { move, ended: false, nodes }
  if (!isNewAndSettled(first))
    return { move: await recordAlone(ctx, state, at, first), ended: false, nodes }
  const recorded = await transact(ctx, 'agent-runs:write', (tx) =>
    recordTogether(tx, at, state.run, { ...stretch, finishes: finishes && at.item === 0 }),
  )
  if (recorded) return { ...recorded, nodes }
  return runStretch(ctx, at, { most, finishes })
}

const isNewAndSettled = ({ from, outcome: { status } }: Executed): boolean =>
  from === undefined && (status === 'SUCCEEDED' || status === 'FAILED')

/** Records a node that waits or goes on, or that did so before. */
const recordAlone = (
  ctx: Context,
  { definition }: RunState,
  at: NodeAt,
  { node, outcome, startedAt, from }: Executed,
): Promise<Move> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const place = { ...at, node: node.id }
    const step = await recordOutcome(tx, place, node, outcome, { startedAt, from })
    if (isOver({ status: await settleRunStatus(tx, at.runId) })) return STOP
    return moveFrom(definition, node, at.item, step)
  })

const loadActing = (ctx: Context, at: Omit<NodeAt, 'node'>): Promise<ActingState> =>
  read(ctx, 'agent-runs:read', async (reader) => {
    const state = await loadState(reader, at)
    return { ...state, actors: await loadActors(reader, state.run.startedBy) }
  })

/** Fails a node that could not be executed, and returns the next move. */
export const failNode = (
  ctx: Context,
  { code, message, ...at }: NodeAt & { code: string; message: string },
): Promise<NextMove> => settleNode(ctx, at, () => failed(code, message))

/** Completes a FOR_EACH with this number of failed items, and returns the next move. */
export const completeForEach = (
  ctx: Context,
  { failed: count, ...at }: NodeAt & { failed: number },
): Promise<NextMove> =>
  settleNode(ctx, at, (step) => {
    if (!step)
      return failed('person_erased', 'The list over which the node iterates has been erased.')
    const { items } = step.output as { items: unknown[] }
    return count === 0
      ? { status: 'SUCCEEDED', output: { items } }
      : {
          ...failed('items_failed', `${count} of ${items.length} items failed.`),
          output: { items },
        }
  })

/** Finishes a run after its chain has ended or a node has ended it. */
export const finishRun = (
  ctx: Context,
  { runId, status }: { runId: string; status: EndStatus },
): Promise<void> => transact(ctx, 'agent-runs:write', (tx) => finishAgentRun(tx, { runId, status }))

const settleNode = (
  ctx: Context,
  at: NodeAt,
  outcome: (step: StepFacts | undefined) => Outcome,
): Promise<NextMove> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const { definition } = await loadRun(tx, at.runId)
    const node = findNode(definition, at.node)
    const step = await recordOutcome(tx, at, node, outcome(await lockStep(tx, at)))
    if (isOver({ status: await settleRunStatus(tx, at.runId) })) return STOP
    return moveAfter(definition, node, { ...at, step })
  })
