import type { AgentRun, AgentRunStep } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord, inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { closeTasksAbout } from '#messaging/tasks/close-tasks-about.ts'
import { askForDecision } from '../approvals/ask-for-decision.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import { lockStep, type NodeAt, type StepFacts } from './load-state.ts'
import type { StepType } from '../../agent-run-steps/schemas.ts'
import type { Outcome } from '../nodes/outcome.ts'
import { outcomeColumns } from './outcome-columns.ts'

/**
 * Records the outcome of a node once. Steps that have settled, or that another execution has advanced, stay
 * unchanged.
 */
export const recordOutcome = async (
  tx: Transaction,
  at: NodeAt,
  node: Node,
  outcome: Outcome,
  { startedAt = tx.now, from }: Taken = {},
): Promise<StepFacts> => {
  const known = await lockStep(tx, at)
  if (known && (known.finishedAt || (from !== undefined && known.version !== from))) {
    tx.nothingChanged({ type: 'agentRunStep', id: known.id })
    return known
  }
  return known ? changeStep(tx, known.id, outcome) : insertStep(tx, at, node, outcome, startedAt)
}

interface Taken {
  /** When the work started. */
  startedAt?: Date
  /** The version of the step at the start of this work. */
  from?: number | undefined
}

const insertStep = async (
  tx: Transaction,
  at: NodeAt,
  { type }: { type: StepType },
  outcome: Outcome,
  startedAt = tx.now,
): Promise<AgentRunStep> => {
  const step = await tx.db.agentRunStep.create({
    data: {
      ...freshRecord(tx, newId('agentRunStep')),
      ...at,
      type,
      startedAt,
      ...outcomeColumns(outcome, tx.now),
    },
  })
  tx.created({ type: 'agentRunStep', id: step.id }, step)
  if (type === 'APPROVAL' && step.status === 'WAITING') await askForDecision(tx, step)
  return step
}

/** Settles a step in progress. */
const changeStep = async (tx: Transaction, id: string, outcome: Outcome): Promise<AgentRunStep> => {
  const before = await tx.db.agentRunStep.findFirstOrThrow({ where: inTenant(tx, id) })
  const after = await tx.db.agentRunStep.update({
    where: keyOf(tx, id),
    data: { ...outcomeColumns(outcome, tx.now), ...touched(tx) },
  })
  tx.changed({ type: 'agentRunStep', id }, before, after)
  if (after.type === 'APPROVAL' && after.finishedAt) await closeTasksAbout(tx, [id], 'cancel')
  return after
}

/** Sets a run to WAITING while one of its steps is waiting. Locks the run. */
export const settleRunStatus = async (tx: Transaction, runId: string): Promise<string> => {
  const [is, isWaiting] = await Promise.all([lockRunStatus(tx, runId), isStepWaiting(tx, runId)])
  return setRunStatus(tx, runId, { is, isWaiting })
}

/** Sets the status of a locked run that is neither paused nor over. */
export const setRunStatus = async (
  tx: Transaction,
  runId: string,
  { is, isWaiting }: { is: AgentRun['status']; isWaiting: boolean },
): Promise<AgentRun['status']> => {
  if (is !== 'RUNNING' && is !== 'WAITING') return is
  const status = isWaiting ? 'WAITING' : 'RUNNING'
  if (status === is) return status
  const before = await tx.db.agentRun.findFirstOrThrow({ where: inTenant(tx, runId) })
  const after = await tx.db.agentRun.update({
    where: keyOf(tx, runId),
    data: { status, ...touched(tx) },
  })
  tx.changed({ type: 'agentRun', id: runId }, before, after)
  return status
}

/**
 * Each new step locks its run through the foreign key (FOR KEY SHARE), and other items of the run do the same:
 * FOR UPDATE would deadlock with them. The key of a run never changes, so this weaker lock is sufficient.
 */
export const lockRunStatus = async (
  tx: Transaction,
  runId: string,
): Promise<AgentRun['status']> => {
  const [run] = await tx.sql<Pick<AgentRun, 'status'>>(LOCKED_STATUS, [tx.tenantId, runId])
  return run!.status
}

const LOCKED_STATUS =
  'SELECT status FROM agent_runs WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE'

export const isStepWaiting = async (tx: Transaction, runId: string): Promise<boolean> =>
  (await tx.sql(WAITING_STEP, [tx.tenantId, runId])).length > 0

const WAITING_STEP = `
  SELECT 1 FROM agent_run_steps WHERE tenant_id = $1 AND run_id = $2 AND status = 'WAITING' LIMIT 1`
