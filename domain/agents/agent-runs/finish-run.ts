import { inTenant, keyOf, touched } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { agentEvents } from './events.ts'

interface Finish {
  id: string
  agent: string
  status: 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  /** What is said of actions that were not done. */
  outcome: string
  /** Of a run that FAILED. */
  failure?: { failedNode: string | null; failureCode: string | null } | undefined
}

/** The run is over. What was not done never will be. The run is locked. */
export const finishRun = async (
  tx: Transaction,
  { id, agent, status, outcome, failure }: Finish,
): Promise<void> => {
  const before = await tx.db.agentRun.findFirstOrThrow({ where: inTenant(tx, id) })
  const after = await tx.db.agentRun.update({
    where: keyOf(tx, id),
    data: { status, ...failure, finishedAt: tx.now, ...touched(tx) },
  })
  await tx.db.agentAction.updateMany({
    where: { tenantId: tx.tenantId, runId: id, status: 'PROPOSED' },
    data: { status: 'CANCELLED', outcome, settledAt: tx.now, ...touched(tx) },
  })
  const subject = { type: 'agentRun', id } as const
  tx.changed(subject, before, after)
  tx.emit(agentEvents['agent_run.finished'], subject, {
    runId: id,
    agent,
    agentId: after.agentId,
    status,
  })
}
