import { closeTasksAbout } from '#messaging/tasks/close-tasks-about.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { agentTriggersWorkflow } from '../../triggers/workflows.ts'
import { agentEvents } from '../events.ts'
import { countFailure, forgetFailures } from './count-failure.ts'
import type { EndStatus } from './moves.ts'

/**
 * Ends a run of an agent, unless it has ended. Its unfinished steps fail, and the tasks of its pending
 * approvals are cancelled.
 */
export const finishAgentRun = async (
  tx: Transaction,
  { runId, status }: { runId: string; status: EndStatus },
): Promise<void> => {
  const { db, tenantId, now } = tx
  // Locks the agent before the run, like beginRun.
  const failures = status === 'CANCELLED' ? 0 : await lockAgentOf(tx, runId, status)
  const [undecided] = await Promise.all([
    tx.sql<{ id: string; type: string }>(END_STEPS, [tenantId, runId, now]),
    lockRecord(tx, 'agent_runs', runId),
  ])
  const before = await db.agentRun.findFirstOrThrow({ where: inTenant(tx, runId) })
  const subject = { type: 'agentRun', id: runId } as const
  if (before.finishedAt) return tx.nothingChanged(subject)
  const failure = status === 'FAILED' ? await lastFailure(tx, runId) : undefined
  const awaited = await isAwaited(tx, before.agentId)
  const after = await db.agentRun.update({
    where: keyOf(tx, runId),
    data: { status, ...failure, finishedAt: now, ...touched(tx) },
  })
  reportEnd(tx, runId, { before, after, isAwaited: awaited })
  const asked = undecided.filter(({ type }) => type === 'APPROVAL').map(({ id }) => id)
  if (asked.length > 0) await closeTasksAbout(tx, asked, 'cancel')
  const ended = { runId, agentId: before.agentId }
  if (failure) {
    const { failedNode: node, failureCode: code } = failure
    tx.emit(agentEvents['agent_run.failed'], subject, { ...ended, node, code })
    await countFailure(tx, before)
  } else if (status === 'SUCCEEDED') {
    tx.emit(agentEvents['agent_run.succeeded'], subject, ended)
    if (failures > 0) await forgetFailures(tx, before.agentId)
  } else tx.emit(agentEvents['agent_run.cancelled'], subject, ended)
}

/** Reports that a run has ended, and wakes what has waited for the end of a run of its agent. */
export const reportEnd = <State extends object>(
  tx: Transaction,
  runId: string,
  { before, after, isAwaited: awaited }: { before: State; after: State; isAwaited: boolean },
): void => {
  if (awaited) tx.wake(agentTriggersWorkflow, tx.tenantId)
  tx.changed({ type: 'agentRun', id: runId }, before, after)
}

const END_STEPS = `
  UPDATE agent_run_steps
  SET status = 'FAILED', failure_code = 'run_ended',
    failure_message = 'The run was over before it was decided or done.',
    waits_until = NULL, finished_at = $3, updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND run_id = $2 AND finished_at IS NULL
  RETURNING id, type`

/**
 * Locks the agent if the run failed, or if it succeeded and the agent has failures to reset. Returns the number
 * of failures.
 */
const lockAgentOf = async (
  tx: Transaction,
  runId: string,
  status: 'SUCCEEDED' | 'FAILED',
): Promise<number> => {
  const [agent] = await tx.sql<{ id: string; failures: number }>(AGENT_OF, [tx.tenantId, runId])
  if (status === 'FAILED' || agent!.failures > 0) await lockRecord(tx, 'agents', agent!.id)
  return agent!.failures
}

const AGENT_OF = `
  SELECT a.id, a.failures_in_a_row AS failures
  FROM agent_runs r JOIN agents a ON a.tenant_id = r.tenant_id AND a.id = r.agent_id
  WHERE r.tenant_id = $1 AND r.id = $2`

/** Events may have waited for this run to end. */
const isAwaited = async ({ db, tenantId }: Transaction, agentId: string): Promise<boolean> =>
  (await db.agentTrigger.findFirst({ where: { tenantId, agentId }, select: { id: true } })) !== null

const lastFailure = ({ db, tenantId }: Transaction, runId: string) =>
  db.agentRunStep
    .findFirst({
      where: { tenantId, runId, status: 'FAILED' },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      select: { node: true, failureCode: true },
    })
    .then((step) =>
      step
        ? { failedNode: step.node, failureCode: step.failureCode! }
        : { failedNode: null, failureCode: 'ended_as_failed' },
    )
