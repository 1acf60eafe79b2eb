import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { actorFor, type Actor } from '#platform/core/access/permissions.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import { finishAgentRun } from './finish-agent-run.ts'
import { loadPlace, loadRun, lockStep, nodeOf, type NodeAt, type StepFacts } from './load-place.ts'
import {
  eachOf,
  moveAfter,
  nextNode,
  type EndStatus,
  type FirstMove,
  type Move,
  type Onward,
} from './moves.ts'
import { needsOfNode } from '../../definitions/checks/needs-of-node.ts'
import { outcomeOf, performing, type Outcome, type Place } from './outcome-of.ts'
import { recordOutcome, settleRunStatus } from './record-outcome.ts'
import { asksNext, takeTurn } from './take-turn.ts'

const STOP = { move: 'STOP' } as const

/** What a run begins with. */
export const firstMove = (ctx: Context, { runId }: { runId: string }): Promise<FirstMove> =>
  read(ctx, 'agent-runs:read', async (reader) => {
    const { run, definition } = await loadRun(reader, runId)
    const { agentId, agentVersion } = run
    const move: Onward = isOver(run)
      ? STOP
      : { move: 'GO', next: nextNode(definition, definition.start) }
    return { ...move, agentId, agentVersion }
  })

/** Carries out one node of a run for whom the run acts, and says what comes next. Done twice it is done once. */
export const carryOutNode = async (ctx: OutsideContext, at: NodeAt): Promise<Move> => {
  const startedAt = ctx.platform.clock.now()
  const state = await read(ctx, 'agent-runs:read', (reader) => loadState(reader, at))
  const { definition, node, step, place, paused } = state
  if (state.over) return STOP
  if (step?.finishedAt) return moveAfter(definition, node, { ...at, step })
  if (step?.status === 'RUNNING' && node.type === 'FOR_EACH') return eachOf(definition, node, step)
  if (paused) return { move: 'WAIT', until: null }
  const outcome =
    step?.status === 'WAITING'
      ? settledBy(step, ctx.platform.clock.now())
      : await outcomeFor(ctx, state, node, { place, item: at.item })
  if (!outcome) return { move: 'WAIT', until: utc(step!.waitsUntil!) }
  return transact(ctx, 'agent-runs:write', async (tx) => {
    const settled = await recordOutcome(tx, at, node, outcome, {
      startedAt,
      from: step?.version,
    })
    if (OVER.has(await settleRunStatus(tx, at.runId))) return STOP
    return moveOf(definition, node, at, settled)
  })
}

const moveOf = (
  definition: AgentDefinition,
  node: Node,
  { item }: NodeAt,
  step: StepFacts,
): Move => {
  if (step.status === 'WAITING') return { move: 'WAIT', until: utc(step.waitsUntil!) }
  if (step.status === 'RUNNING') {
    if (node.type === 'FOR_EACH') return eachOf(definition, node, step)
    const isQuick = node.type === 'AGENT' && !asksNext(node, step.output)
    return { move: 'AGAIN', ...(isQuick && { isQuick }) }
  }
  return moveAfter(definition, node, { item, step })
}

/** Gives a node up that could not be carried out, and says what comes next. */
export const failNode = (
  ctx: Context,
  { code, message, ...at }: NodeAt & { code: string; message: string },
): Promise<Onward> => settleNode(ctx, at, () => ({ status: 'FAILED', code, message }))

/** The items of a FOR_EACH were gone through, of which so many failed. */
export const endLoop = (
  ctx: Context,
  { failed: count, ...at }: NodeAt & { failed: number },
): Promise<Onward> =>
  settleNode(ctx, at, (step) => {
    if (!step) return failed('person_erased', 'What the node goes through was erased.')
    const { items } = step.output as { items: unknown[] }
    return count === 0
      ? { status: 'SUCCEEDED', output: { items } }
      : {
          ...failed('items_failed', `${count} of ${items.length} items failed.`),
          output: { items },
        }
  })

const settleNode = (
  ctx: Context,
  at: NodeAt,
  outcome: (step: StepFacts | undefined) => Outcome,
): Promise<Onward> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const { definition } = await loadRun(tx, at.runId)
    const node = nodeOf(definition, at.node)
    const step = await recordOutcome(tx, at, node, outcome(await lockStep(tx, at)))
    if (OVER.has(await settleRunStatus(tx, at.runId))) return STOP
    return moveAfter(definition, node, { ...at, step })
  })

/** The run is over: its chain has come to its end, or a node ended it. */
export const endRun = (
  ctx: Context,
  { runId, status }: { runId: string; status: EndStatus },
): Promise<void> => transact(ctx, 'agent-runs:write', (tx) => finishAgentRun(tx, { runId, status }))

const OVER: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED'])
const isOver = ({ status }: { status: string }): boolean => OVER.has(status)

interface State {
  over: boolean
  paused: boolean
  definition: AgentDefinition
  node: Node
  step: StepFacts | undefined
  place: Place
  /** As whom the run acts; undefined when nobody may any more. */
  actors: readonly [Actor, ...Actor[]] | undefined
  /** Of the run, so far. */
  steps: number
}

const loadState = async (reader: Reader, at: NodeAt): Promise<State> => {
  const { run, definition } = await loadRun(reader, at.runId)
  const [{ place, step }, actors] = await Promise.all([
    loadPlace(reader, run, definition, at),
    loadActors(reader, run.startedBy),
  ])
  return {
    over: isOver(run),
    paused: run.status === 'PAUSED',
    definition,
    node: nodeOf(definition, at.node),
    step,
    place,
    actors,
    steps: run.steps,
  }
}

const outcomeFor = (
  ctx: OutsideContext,
  { definition, actors, steps, step }: State,
  node: Node,
  { place, item }: { place: Place; item: number },
): Outcome | Promise<Outcome> => {
  const { stepsPerRun } = definition.limits
  if (steps >= stepsPerRun)
    return failed('too_many_steps', `A run of this agent has at most ${stepsPerRun} steps.`)
  if (!actors)
    return failed('starter_gone', 'Whoever started the run may not act in this centre any more.')
  if (node.type === 'AGENT')
    return takeTurn(ctx, {
      node,
      inRun: { item, limits: definition.limits },
      place,
      actors,
      before: step?.output,
    })
  const acting = { ...ctx, actor: actorFor(actors, needsOfNode(node)) }
  return outcomeOf(acting, node, place, performing(acting))
}

const failed = (code: string, message: string): Outcome => ({ status: 'FAILED', code, message })

const TIMED_OUT = { event: null, timedOut: true }

/** What a step that waited has come to; undefined while it still waits. */
const settledBy = (step: StepFacts, now: Date): Outcome | undefined => {
  if (step.waitsUntil! > now) return undefined
  if (step.type === 'APPROVAL')
    return { status: 'SUCCEEDED', output: { ...(step.output as object), decision: 'EXPIRED' } }
  return { status: 'SUCCEEDED', output: step.awaitedEvent ? TIMED_OUT : {} }
}
