import { inTenant, keyOf, touched } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { agentEvents } from './events.ts'

/** The run is over. What was not done never will be. The run is locked. */
export const finishRun = async (
  tx: Transaction,
  {
    id,
    agent,
    status,
    outcome,
  }: { id: string; agent: string; status: 'SUCCEEDED' | 'CANCELLED'; outcome: string },
): Promise<void> => {
  const before = await tx.db.agentRun.findFirstOrThrow({ where: inTenant(tx, id) })
  const after = await tx.db.agentRun.update({
    where: keyOf(tx, id),
    data: { status, finishedAt: tx.now, ...touched(tx) },
  })
  await tx.db.agentAction.updateMany({
    where: { tenantId: tx.tenantId, runId: id, status: 'PROPOSED' },
    data: { status: 'CANCELLED', outcome, settledAt: tx.now, ...touched(tx) },
  })
  const subject = { type: 'agentRun', id } as const
  tx.changed(subject, before, after)
  tx.emit(agentEvents['agent_run.finished'], subject, { runId: id, agent, status })
}
