import type { WaitOutput } from '../nodes/wait.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { actorFor, type Actor } from '#platform/core/access/permissions.ts'
import { newId } from '#platform/core/records/ids.ts'
import { utc } from '#platform/core/time/time.ts'
import { needsOfNode } from '../../definitions/checks/needs-of-node.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import { runTurn } from '../nodes/agent.ts'
import { executeNode, performEffects } from '../nodes/execute-node.ts'
import { failed, type Outcome } from '../nodes/outcome.ts'
import {
  contextOf,
  findNode,
  stepAt,
  type NodeAt,
  type RunState,
  type StepFacts,
} from './load-state.ts'
import { moveFrom } from './move-from.ts'
import { forEachMove, isComputed, isQuick, moveAfter, type Move } from './moves.ts'

/** The state of a run, with the actor for whom it acts. */
export interface ActingState extends RunState {
  /** Undefined if nobody may act for the run any more. */
  actors: readonly [Actor, ...Actor[]] | undefined
}

/** A node that was executed; its outcome is not recorded yet. */
export interface Executed {
  /** The id of its step, if it gets a new one. */
  id: string
  node: Node
  outcome: Outcome
  startedAt: Date
  endedAt: Date
  /** The version of the step that it continues; undefined if it has no step yet. */
  from: number | undefined
  /** The move that follows from the outcome. */
  move: Move
}

/** Nodes that were executed one after another, and the next move. */
export interface Stretch {
  executed: Executed[]
  move: Move
  /** The number of nodes, with those that had a settled step. */
  nodes: number
}

/** After this time the executed nodes are recorded, so that slow nodes are not repeated with the ones after them. */
const STRETCH_MS = 2_000

/**
 * Executes a node, and the nodes after it that only compute: one transaction can record them together, because
 * repeating them does nothing outside of it. Nodes that have a settled step are passed over.
 * @param most maximum number of nodes, with those that are passed over
 */
export const executeNodes = async (
  ctx: OutsideContext,
  state: ActingState,
  at: NodeAt,
  most: number,
): Promise<Stretch> => {
  const executed: Executed[] = []
  const until = performance.now() + STRETCH_MS
  let here = state
  let place = at
  for (let nodes = 1; ; nodes += 1) {
    let move = moveWithoutWork(ctx, here, place)
    if (!move) {
      const done = await execute(ctx, here, place).catch(afterOthers(executed))
      if (!done) return { executed, move: executed.at(-1)!.move, nodes }
      executed.push(done)
      here = withStep(here, place, done)
      move = done.move
    }
    const next = nextTogether(here, executed, move)
    if (!next || nodes >= most || performance.now() > until) return { executed, move, nodes }
    place = { ...at, node: next }
  }
}

/** If a later node is unavailable, the nodes before it are recorded, and it is executed again on its own. */
const afterOthers =
  (executed: readonly Executed[]) =>
  (error: unknown): undefined => {
    if (executed.length === 0) throw error
  }

/** The move at a node that needs no work now: it is settled, or waits. Undefined if it is to be executed. */
const moveWithoutWork = (
  { platform }: OutsideContext,
  state: RunState,
  at: NodeAt,
): Move | undefined => {
  const { run, definition } = state
  const node = findNode(definition, at.node)
  const step = stepAt(state, at)
  if (isOver(run)) return { move: 'STOP' }
  if (step?.finishedAt) return moveAfter(definition, node, { ...at, step })
  if (step?.status === 'RUNNING' && node.type === 'FOR_EACH')
    return forEachMove(definition, node, step)
  if (run.status === 'PAUSED') return { move: 'WAIT', until: null }
  return step?.status === 'WAITING' && step.waitsUntil! > platform.clock.now()
    ? { move: 'WAIT', until: utc(step.waitsUntil!) }
    : undefined
}

const OVER: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED'])
export const isOver = ({ status }: { status: string }): boolean => OVER.has(status)

const execute = async (ctx: OutsideContext, state: ActingState, at: NodeAt): Promise<Executed> => {
  const { clock } = ctx.platform
  const node = findNode(state.definition, at.node)
  const step = stepAt(state, at)
  const startedAt = clock.now()
  const outcome =
    step?.status === 'WAITING' ? outcomeOfWait(step) : await outcomeOf(ctx, state, at, node)
  return {
    id: newId('agentRunStep'),
    node,
    outcome,
    startedAt,
    endedAt: clock.now(),
    from: step?.version,
    move: moveFrom(state.definition, node, at.item, { output: {}, ...outcome }),
  }
}

const outcomeOf = (
  ctx: OutsideContext,
  state: ActingState,
  at: NodeAt,
  node: Node,
): Outcome | Promise<Outcome> => {
  const { definition, actors, run } = state
  const { stepsPerRun } = definition.limits
  if (run.steps >= stepsPerRun)
    return failed('too_many_steps', `A run of this agent can have at most ${stepsPerRun} steps.`)
  if (!actors)
    return failed(
      'starter_gone',
      'The user or key that started the run can no longer act in this centre.',
    )
  const context = contextOf(state, at, ctx.platform.clock.now())
  if (node.type === 'AGENT')
    return runTurn(ctx, {
      node,
      inRun: { item: at.item, limits: definition.limits },
      context,
      actors,
      before: stepAt(state, at)?.output,
    })
  const acting = { ...ctx, actor: actorFor(actors, needsOfNode(node)) }
  return executeNode(acting, node, context, performEffects(acting))
}

const TIMED_OUT = { event: null, timedOut: true }

/** The outcome of a waiting step whose time has run out. A filter that failed takes no branch. */
const outcomeOfWait = (step: StepFacts): Outcome => {
  if (step.type === 'APPROVAL')
    return { status: 'SUCCEEDED', output: { ...(step.output as object), decision: 'EXPIRED' } }
  const { filterFailure } = step.output as WaitOutput
  // The awaited event may have been among those at which the filter failed.
  if (filterFailure)
    return failed(
      'expression_failed',
      `${filterFailure.message} It failed at ${filterFailure.event}.`,
    )
  return { status: 'SUCCEEDED', output: step.awaitedEvent ? TIMED_OUT : {} }
}

/** The next node, if it can be executed before the executed nodes are recorded. */
const nextTogether = (
  { definition }: RunState,
  executed: readonly Executed[],
  move: Move,
): string | undefined => {
  if (move.move !== 'GO' || !move.next?.isQuick) return undefined
  const { id } = move.next
  const last = executed.at(-1)
  if (!last) return id
  // A model's answer, and the end of a wait, are recorded at once.
  const isNew = last.from === undefined && isQuick(last.node)
  return isNew && isComputed(findNode(definition, id)) ? id : undefined
}

/** The state after a node, as it will be read once the node is recorded. */
const withStep = (
  state: ActingState,
  { item }: NodeAt,
  { id, node, outcome, endedAt }: Executed,
): ActingState => {
  const step: StepFacts = {
    id,
    node: node.id,
    item,
    type: node.type,
    status: outcome.status,
    output: JSON.parse(JSON.stringify(outcome.output ?? {})) as StepFacts['output'],
    failureCode: outcome.status === 'FAILED' ? outcome.code : null,
    waitsUntil: null,
    awaitedEvent: null,
    finishedAt: endedAt,
    version: 1,
  }
  const run = { ...state.run, steps: state.run.steps + 1 }
  return { ...state, run, past: [...state.past, step] }
}
