import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { actorFor, type Actor } from '#platform/core/access/permissions.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { needsOfNode } from '../../definitions/checks/needs-of-node.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import { asksModelNext, runTurn } from '../nodes/agent.ts'
import { executeNode, performEffects } from '../nodes/execute-node.ts'
import { failed, type Outcome } from '../nodes/outcome.ts'
import type { NodeContext } from '../nodes/node-executor.ts'
import { finishAgentRun } from './finish-agent-run.ts'
import { findNode, loadNode, loadRun, lockStep, type NodeAt, type StepFacts } from './load-node.ts'
import {
  forEachMove,
  moveAfter,
  nextNode,
  type EndStatus,
  type FirstMove,
  type Move,
  type NextMove,
} from './moves.ts'
import { recordOutcome, settleRunStatus } from './record-outcome.ts'

/*
 * The loop of an agent run, from top to bottom:
 *
 * - startLoop: the first node of a run
 * - runNodes: a node, and the quick nodes after it
 * - runNode: load the node, execute it, record the outcome, return the next move
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
  const first = await firstMove(ctx, { runId })
  if (first.move !== 'GO' || !first.next?.isQuick) return first
  const { agentId, agentVersion } = first
  try {
    const move = await runNodes(ctx, { runId, node: first.next.id, item: 0 }, onEnded)
    return move.move === 'GO' || move.move === 'STOP' ? { ...move, agentId, agentVersion } : first
  } catch {
    return first
  }
}

/** Moves to the first node of a run. */
export const firstMove = (ctx: Context, { runId }: { runId: string }): Promise<FirstMove> =>
  read(ctx, 'agent-runs:read', async (reader) => {
    const { run, definition } = await loadRun(reader, runId)
    const { agentId, agentVersion } = run
    const move: NextMove = isOver(run)
      ? STOP
      : { move: 'GO', next: nextNode(definition, definition.start) }
    return { ...move, agentId, agentVersion }
  })

/**
 * Runs a node and the quick nodes after it, and finishes the run after its last node. Quick nodes share an
 * activity because an activity costs ten times as much as a quick node. Each outcome is recorded before the
 * next node starts, so a repeated activity continues where it stopped.
 * @param onEnded called with the final status, if this call finishes the run
 */
export const runNodes = async (
  ctx: OutsideContext,
  at: NodeAt,
  onEnded?: (status: EndStatus) => void,
): Promise<Move> => {
  let { node } = at
  let move = await runNode(ctx, at)
  for (let done = 1; done < MOST_NODES && isQuick(move); done += 1) {
    if (move.move === 'GO') node = move.next!.id
    move = await runNode(ctx, { ...at, node })
  }
  const status = at.item === 0 ? endOf(move) : undefined
  if (!status) return move
  await finishRun(ctx, { runId: at.runId, status })
  onEnded?.(status)
  return STOP
}

/** Runs one node as the person for whom the run acts, and returns the next move. Repeating it changes nothing. */
export const runNode = async (ctx: OutsideContext, at: NodeAt): Promise<Move> => {
  const startedAt = ctx.platform.clock.now()
  const state = await read(ctx, 'agent-runs:read', (reader) => loadState(reader, at))
  const { definition, node, step, paused } = state
  if (state.over) return STOP
  if (step?.finishedAt) return moveAfter(definition, node, { ...at, step })
  if (step?.status === 'RUNNING' && node.type === 'FOR_EACH')
    return forEachMove(definition, node, step)
  if (paused) return { move: 'WAIT', until: null }
  const outcome =
    step?.status === 'WAITING'
      ? outcomeOfWait(step, ctx.platform.clock.now())
      : await outcomeOfNode(ctx, state, at)
  if (!outcome) return { move: 'WAIT', until: utc(step!.waitsUntil!) }
  return transact(ctx, 'agent-runs:write', async (tx) => {
    const recorded = await recordOutcome(tx, at, node, outcome, {
      startedAt,
      from: step?.version,
    })
    if (OVER.has(await settleRunStatus(tx, at.runId))) return STOP
    return moveFrom(definition, node, at, recorded)
  })
}

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

/** Whether the next move is quick: a quick node, or the tool calls of a model turn. */
const isQuick = (move: Move): boolean =>
  move.move === 'AGAIN' ? move.isQuick === true : move.move === 'GO' && move.next?.isQuick === true

/** The status with which a move ends the run; undefined if the run continues. */
const endOf = (move: Move): EndStatus | undefined => {
  if (move.move === 'END') return move.status
  return move.move === 'GO' && move.next === null ? 'SUCCEEDED' : undefined
}

const OVER: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED'])
const isOver = ({ status }: { status: string }): boolean => OVER.has(status)

/** The data for executing a node. */
interface State {
  over: boolean
  paused: boolean
  definition: AgentDefinition
  node: Node
  step: StepFacts | undefined
  context: NodeContext
  /** The actor of the run; undefined if nobody may act for it any more. */
  actors: readonly [Actor, ...Actor[]] | undefined
  /** Number of steps of the run so far. */
  steps: number
}

const loadState = async (reader: Reader, at: NodeAt): Promise<State> => {
  const { run, definition } = await loadRun(reader, at.runId)
  const [{ context, step }, actors] = await Promise.all([
    loadNode(reader, run, definition, at),
    loadActors(reader, run.startedBy),
  ])
  return {
    over: isOver(run),
    paused: run.status === 'PAUSED',
    definition,
    node: findNode(definition, at.node),
    step,
    context,
    actors,
    steps: run.steps,
  }
}

const outcomeOfNode = (
  ctx: OutsideContext,
  { definition, actors, steps, step, node, context }: State,
  { item }: NodeAt,
): Outcome | Promise<Outcome> => {
  const { stepsPerRun } = definition.limits
  if (steps >= stepsPerRun)
    return failed('too_many_steps', `A run of this agent can have at most ${stepsPerRun} steps.`)
  if (!actors)
    return failed(
      'starter_gone',
      'The user or key that started the run can no longer act in this centre.',
    )
  if (node.type === 'AGENT')
    return runTurn(ctx, {
      node,
      inRun: { item, limits: definition.limits },
      context,
      actors,
      before: step?.output,
    })
  const acting = { ...ctx, actor: actorFor(actors, needsOfNode(node)) }
  return executeNode(acting, node, context, performEffects(acting))
}

const TIMED_OUT = { event: null, timedOut: true }

/** The outcome of a waiting step whose time has run out; undefined while it still waits. */
const outcomeOfWait = (step: StepFacts, now: Date): Outcome | undefined => {
  if (step.waitsUntil! > now) return undefined
  if (step.type === 'APPROVAL')
    return { status: 'SUCCEEDED', output: { ...(step.output as object), decision: 'EXPIRED' } }
  return { status: 'SUCCEEDED', output: step.awaitedEvent ? TIMED_OUT : {} }
}

const moveFrom = (
  definition: AgentDefinition,
  node: Node,
  { item }: NodeAt,
  step: StepFacts,
): Move => {
  if (step.status === 'WAITING') return { move: 'WAIT', until: utc(step.waitsUntil!) }
  if (step.status === 'RUNNING') {
    if (node.type === 'FOR_EACH') return forEachMove(definition, node, step)
    const isQuickTurn = node.type === 'AGENT' && !asksModelNext(node, step.output)
    return { move: 'AGAIN', ...(isQuickTurn && { isQuick: true as const }) }
  }
  return moveAfter(definition, node, { item, step })
}

const settleNode = (
  ctx: Context,
  at: NodeAt,
  outcome: (step: StepFacts | undefined) => Outcome,
): Promise<NextMove> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const { definition } = await loadRun(tx, at.runId)
    const node = findNode(definition, at.node)
    const step = await recordOutcome(tx, at, node, outcome(await lockStep(tx, at)))
    if (OVER.has(await settleRunStatus(tx, at.runId))) return STOP
    return moveAfter(definition, node, { ...at, step })
  })
