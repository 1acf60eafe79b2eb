import { createTask } from '#messaging/tasks/create-task.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { agentDefinitionEvents } from '../../agents/events.ts'
import { loadAgent, loadAgentVersion } from '../../agents/queries.ts'
import { withTriggers } from '../../triggers/with-triggers.ts'
import { definitionOf } from '../../definitions/definition.ts'

interface Ended {
  id: string
  agentId: string
  agentVersion: number
}

/**
 * Counts a failed run, and pauses its agent after the configured number of failures in a row. Locks the agent,
 * so that simultaneous failures pause it once. The agent's version stays the same until the pause, because the
 * count is not a change of the agent.
 */
export const countFailure = async (
  tx: Transaction,
  { id: runId, agentId, agentVersion }: Ended,
): Promise<void> => {
  const before = await loadAgent(tx, agentId)
  const failuresInARow = before.failuresInARow + 1
  const version = await loadAgentVersion(tx, { id: agentId, number: agentVersion })
  const { pauseAfterFailures } = definitionOf(version).limits
  const isEnough = pauseAfterFailures !== null && failuresInARow >= pauseAfterFailures
  if (!isEnough || before.pausedAt) {
    await tx.db.agent.update({ where: keyOf(tx, agentId), data: { failuresInARow } })
    return
  }
  const paused = { pausedAt: tx.now, pauseReason: 'FAILURES' as const }
  const after = await tx.db.agent.update({
    where: keyOf(tx, agentId),
    data: { ...(await withTriggers(tx, before, paused)), failuresInARow, ...touched(tx) },
  })
  const subject = { type: 'agent', id: agentId } as const
  tx.changed(subject, before, after)
  tx.emit(agentDefinitionEvents['agent.paused'], subject, {
    agentId,
    reason: 'FAILURES',
    failuresInARow,
    runId,
  })
  await createTask(tx, {
    title: `An agent was paused because ${failuresInARow} of its runs failed in a row`,
    notes: `${before.name}. Check why the last run failed, fix the cause, and resume the agent.`,
    subjectId: agentId,
    childId: null,
    assigneeId: null,
    role: 'ADMINISTRATOR',
    dueAt: null,
    runId,
  })
}

/** A successful run resets the count of failures. */
export const forgetFailures = async (
  { db, tenantId }: Transaction,
  agentId: string,
): Promise<void> => {
  await db.agent.updateMany({
    where: { tenantId, id: agentId, failuresInARow: { gt: 0 } },
    data: { failuresInARow: 0 },
  })
}
