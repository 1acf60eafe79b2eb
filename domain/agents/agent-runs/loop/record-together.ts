import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { agentEvents } from '../events.ts'
import type { Outcome } from '../nodes/outcome.ts'
import { isOver, type Executed, type Stretch } from './execute-nodes.ts'
import { reportEnd } from './finish-agent-run.ts'
import type { NodeAt, RunFacts } from './load-state.ts'
import { endOf, type Move } from './moves.ts'
import { insertSteps } from './insert-steps.ts'
import { lockRunStatus, setRunStatus } from './record-outcome.ts'

/** What the transaction left to do. */
export interface Recorded {
  move: Move
  /** Whether the run ended in this transaction. */
  ended: boolean
}

/**
 * Records nodes that were executed together, as new steps, and ends a run that succeeded with them. If the run
 * was paused or ended meanwhile, only the first one is recorded: it was in progress. Undefined if another
 * execution has recorded a step of them: the run has to be read again.
 * @param finishes whether a run that succeeded is ended
 */
export const recordTogether = async (
  tx: Transaction,
  at: NodeAt,
  run: RunFacts,
  { executed, move, finishes }: Stretch & { finishes: boolean },
): Promise<Recorded | undefined> => {
  const { tenantId } = tx
  const subject = { type: 'agentRun', id: at.runId } as const
  const nodes = executed.map(({ node }) => node.id)
  // The second statement reads after the first has the lock, and sees what other executions have recorded.
  const [status, [found]] = await Promise.all([
    lockRunStatus(tx, at.runId),
    tx.sql<Found>(FOUND, [tenantId, at.runId, at.item, nodes, run.agentId]),
  ])
  const { isRecorded, isWaiting, isOpen, isAwaited, failures } = found!
  if (isRecorded) {
    tx.nothingChanged(subject)
    return undefined
  }
  if (isOver({ status }) || status === 'PAUSED') {
    const [first] = executed as [Executed]
    insertExecuted(tx, at, [first])
    return { move: isOver({ status }) ? { move: 'STOP' } : first.move, ended: false }
  }
  // Ending a run locks its agent first if it has failures to reset.
  const ends = finishes && endOf(move) === 'SUCCEEDED' && !isOpen && failures === 0
  if (ends) {
    const before: Ending = { status, finishedAt: null }
    const after: Ending = { status: 'SUCCEEDED', finishedAt: tx.now }
    tx.atCommit(SUCCEED, [tenantId, at.runId, tx.now])
    reportEnd(tx, at.runId, { before, after, isAwaited })
    tx.emit(agentEvents['agent_run.succeeded'], subject, { runId: run.id, agentId: run.agentId })
  } else await setRunStatus(tx, at.runId, { is: status, isWaiting })
  insertExecuted(tx, at, executed)
  return { move, ended: ends }
}

interface Ending {
  status: string
  finishedAt: Date | null
}

interface Found {
  /** Whether one of the nodes has a step. */
  isRecorded: boolean
  isWaiting: boolean
  /** Whether a step is in progress. */
  isOpen: boolean
  /** Events may have waited for this run to end. */
  isAwaited: boolean
  /** Number of failures of the agent in a row. */
  failures: number
}

const FOUND = `
  SELECT
    COALESCE(bool_or(item = $3 AND node = ANY ($4)), false) AS "isRecorded",
    COALESCE(bool_or(status = 'WAITING'), false) AS "isWaiting",
    COALESCE(bool_or(finished_at IS NULL), false) AS "isOpen",
    EXISTS (SELECT FROM agent_triggers WHERE tenant_id = $1 AND agent_id = $5) AS "isAwaited",
    (SELECT failures_in_a_row FROM agents WHERE tenant_id = $1 AND id = $5) AS failures
  FROM agent_run_steps WHERE tenant_id = $1 AND run_id = $2`

const SUCCEED = `
  UPDATE agent_runs SET status = 'SUCCEEDED', finished_at = $3, updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = $2`

const insertExecuted = (tx: Transaction, at: NodeAt, executed: readonly Executed[]): void => {
  insertSteps(
    tx,
    executed.map(({ id, node, outcome, startedAt, endedAt }) => ({
      ...at,
      id,
      node: node.id,
      type: node.type,
      outcome: settledOf(outcome),
      startedAt,
      endedAt,
    })),
  )
}

const settledOf = (outcome: Outcome) => {
  if (outcome.status === 'SUCCEEDED' || outcome.status === 'FAILED') return outcome
  throw new Error('A node that waits or goes on is recorded alone')
}
