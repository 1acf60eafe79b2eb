import type { AgentRun } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { finishRun } from '../agent-runs/finish-run.ts'
import { CONFIGURED } from '../agent-runs/schemas.ts'
import { agentTriggersWorkflow } from '../triggers/workflows.ts'
import { countFailure, forgetFailures } from './count-failure.ts'
import type { EndStatus } from './moves.ts'

/** Ends a run of a configured agent; nothing where it is over. What still waits will not be decided any more. */
export const finishConfiguredRun = async (
  tx: Transaction,
  { runId, status }: { runId: string; status: EndStatus },
): Promise<void> => {
  const { db, tenantId, now } = tx
  // Before anything of the run, in the order of whoever starts one.
  if (status !== 'CANCELLED') await lockAgentOf(tx, runId, status)
  await db.agentRunStep.updateMany({
    where: { tenantId, runId, finishedAt: null },
    data: {
      status: 'FAILED',
      failureCode: 'run_ended',
      failureMessage: 'The run was over before it was decided or done.',
      waitsUntil: null,
      finishedAt: now,
      updatedAt: now,
      version: { increment: 1 },
    },
  })
  await lockRecord(tx, 'agent_runs', runId)
  const run = await db.agentRun.findFirstOrThrow({ where: { tenantId, id: runId } })
  if (run.finishedAt) return tx.nothingChanged({ type: 'agentRun', id: runId })
  const ended = run as AgentRun & { agentId: string; agentVersion: number }
  const failure = status === 'FAILED' ? await lastFailure(tx, runId) : undefined
  if (await isAwaited(tx, ended.agentId)) tx.wake(agentTriggersWorkflow, tenantId)
  await finishRun(tx, { id: runId, agent: CONFIGURED, status, outcome: 'the run is over', failure })
  if (status === 'FAILED') await countFailure(tx, ended)
  if (status === 'SUCCEEDED') await forgetFailures(tx, ended.agentId)
}

/** Successes wait for each other only where there are failures to forget. */
const lockAgentOf = async (
  tx: Transaction,
  runId: string,
  status: 'SUCCEEDED' | 'FAILED',
): Promise<void> => {
  const [agent] = await tx.sql<{ id: string; failures: number }>(AGENT_OF, [tx.tenantId, runId])
  if (status === 'FAILED' || agent!.failures > 0) await lockRecord(tx, 'agents', agent!.id)
}

const AGENT_OF = `
  SELECT a.id, a.failures_in_a_row AS failures
  FROM agent_runs r JOIN agents a ON a.tenant_id = r.tenant_id AND a.id = r.agent_id
  WHERE r.tenant_id = $1 AND r.id = $2`

/** Events wait for the agent: they may have waited for this run. */
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
        ? { failedNode: step.node, failureCode: step.failureCode }
        : { failedNode: null, failureCode: 'ended_as_failed' },
    )
