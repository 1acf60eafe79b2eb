import {
  ActivityFailure,
  condition,
  continueAsNew,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { Each, FirstMove, Move, NextNode, NextMove } from '#agents/agent-runs/loop/moves.ts'
import type { StartedTogether, SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showAgent, showEnd, showProgress } from '../progress.ts'
import { wakeSignal } from '../subject.ts'

/** The position at which a run continues in a new history. */
interface AgentRunInput extends StartedTogether {
  at?: NextNode
  /** For a FOR_EACH: the next item, and the number of failed items. */
  from?: number
  failed?: number
}

// Bookkeeping in short transactions, which must succeed eventually.
const { beginAgentRun, endAgentLoop, endAgentRun, failAgentNode } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

// Runs in the first workflow task. Many runs end in it, and then cost Temporal half as much as with a second
// task.
const locally = proxyLocalActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumAttempts: 2 },
})

/** Attempts of a node while the platform or another service is unavailable. */
const RETRIES = {
  NONE: { maximumAttempts: 1 },
  STANDARD: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 10 },
  PATIENT: { initialInterval: '1 second', maximumInterval: '10 minutes', maximumAttempts: 150 },
} as const satisfies Record<NextNode['retry'], ActivityOptions['retry']>

/**
 * A run of an agent. The effects, results and decisions of its nodes are records. The workflow keeps the order
 * and the time, and its history contains only ids and moves.
 */
export async function agentRun(input: AgentRunInput): Promise<void> {
  const run = new Run(input)
  let at = input.at ?? null
  if (at === null) {
    const first = await begin(run.ref, input.others)
    // Older histories lack these members and continue without the command.
    const { agentId, agentVersion } = first
    if (input.others && first.move !== 'GO') return showEnd(agentId!, agentVersion!)
    if (agentId && agentVersion) showAgent(agentId, agentVersion)
    if (first.move !== 'GO') return agentId ? showProgress(null) : undefined
    at = first.next
  }
  const end = await run.chain(at, 0, input)
  if (end.move === 'END') await endAgentRun({ ...run.ref, status: end.status })
  showProgress(null)
}

/** The same for runs that only compute, several of which begin in one workflow. */
export async function agentRuns(input: AgentRunInput): Promise<void> {
  await agentRun(input)
}

/**
 * A longer outage is retried by an activity, where operators see the reason.
 * @param others runs that begin with this one. Histories that have them are younger than the patch
 */
const begin = (ref: SubjectInput, others?: readonly string[]): Promise<FirstMove> => {
  if (!others && !patched('begins-locally')) return beginAgentRun(ref)
  const input = others ? { ...ref, others } : ref
  return locally.beginAgentRun(input).catch(() => beginAgentRun(input))
}

/** The progress of the current FOR_EACH. */
type Progress = Pick<AgentRunInput, 'from' | 'failed'>

type End = Exclude<NextMove, { move: 'GO' }>

class Run {
  readonly ref: SubjectInput
  /** Number of signals received. */
  #wakes = 0

  constructor({ tenantId, subjectId }: SubjectInput) {
    this.ref = { tenantId, subjectId }
    setHandler(wakeSignal, () => {
      this.#wakes += 1
    })
  }

  /** Executes node after node. A FOR_EACH at which a new history started continues at its position. */
  async chain(start: NextNode | null, item: number, before: Progress = {}): Promise<End> {
    let progress = before
    for (let at = start; at !== null;) {
      if (item === 0) await this.#renew({ at, ...progress })
      const move = await this.#carryOut(at, item)
      if (move.move === 'END' || move.move === 'STOP') return move
      const next = move.move === 'EACH' ? await this.#each(at, move, progress) : move
      if (next.move !== 'GO') return next
      progress = {}
      at = next.next
    }
    return { move: 'END', status: 'SUCCEEDED' }
  }

  /**
   * Runs the chain of each item, several at once. A failure in one item does not affect the others, but fails
   * the node.
   */
  async #each(
    at: NextNode,
    { items, body, concurrency }: Each,
    progress: Progress,
  ): Promise<NextMove> {
    let { from: index = 1, failed = 0 } = progress
    let stopped = false
    const work = async () => {
      while (index <= items && !stopped && !workflowInfo().continueAsNewSuggested) {
        const end = await this.chain(body, index++)
        if (end.move === 'STOP') stopped = true
        else if (end.status === 'FAILED') failed += 1
      }
    }
    await Promise.all(Array.from({ length: Math.min(concurrency, items) }, work))
    if (stopped) return { move: 'STOP' }
    if (index <= items) await this.#renew({ at, from: index, failed })
    return endAgentLoop({ ...this.ref, node: at.id, item: 0, failed })
  }

  async #renew(place: Progress & { at: NextNode }): Promise<void> {
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof agentRun>({ ...this.ref, ...place })
  }

  /** Repeats a node until it is done. A node that waits is checked at its time and after a signal. */
  async #carryOut(
    node: NextNode,
    item: number,
  ): Promise<Exclude<Move, { move: 'WAIT' | 'AGAIN' }>> {
    for (;;) {
      const wakes = this.#wakes
      const move = await this.#attempt(node, item)
      if (move.move === 'AGAIN') continue
      if (move.move !== 'WAIT') return move
      showProgress({ step: node.id, dueAt: move.until ?? NEVER })
      const isWoken = () => this.#wakes !== wakes
      const ms = move.until === null ? undefined : Date.parse(move.until) - Date.now()
      if (ms === undefined) await condition(isWoken)
      else if (ms > 0) await condition(isWoken, ms, { summary: node.id })
    }
  }

  async #attempt({ id, retry, timeoutSeconds }: NextNode, item: number): Promise<Move> {
    const { carryOutAgentNode } = proxyActivities<Activities>({
      startToCloseTimeout: `${timeoutSeconds} seconds`,
      heartbeatTimeout: '10 seconds',
      retry: RETRIES[retry],
    })
    const at = { ...this.ref, node: id, item }
    try {
      const summary = item === 0 ? id : `${id} ${item}`
      return await carryOutAgentNode.executeWithOptions({ summary }, [at])
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error
      return failAgentNode({
        ...at,
        code: 'unavailable',
        message: 'A service that the node needs was unavailable until the retries ended.',
      })
    }
  }
}

const NEVER = '9999-12-31T00:00:00.000Z'
