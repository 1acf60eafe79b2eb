import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { isTrue } from '../definitions/expressions/is-true.ts'
import { loadRun, loadNode, findNode } from '../agent-runs/loop/load-node.ts'
import { recordOutcome, settleRunStatus } from '../agent-runs/loop/record-outcome.ts'
import { agentRunWorkflow } from '../agent-runs/workflows.ts'
import type { TriggerEvent } from './load-event.ts'

/** Settles a step that waits for an event if the event matches the step's filter, and continues the run. */
export const settleAwaited = async (
  tx: Transaction,
  stepId: string,
  event: TriggerEvent,
): Promise<void> => {
  const { db, tenantId } = tx
  const step = await db.agentRunStep.findFirst({ where: { tenantId, id: stepId } })
  if (step?.status !== 'WAITING') return
  const { runId, node: nodeId, item } = step
  const at = { runId, node: nodeId, item }
  const { run, definition } = await loadRun(tx, runId)
  const node = findNode(definition, nodeId)
  if (node.type !== 'WAIT' || !('eventType' in node.for)) return
  const { context } = await loadNode(tx, run, definition, at)
  if (!isTrue(node.for.filter, { ...context.scope, arrived: event })) return
  const output = { event, timedOut: false }
  await recordOutcome(
    tx,
    at,
    node,
    { status: 'SUCCEEDED', output },
    {
      from: step.version,
    },
  )
  await settleRunStatus(tx, runId)
  tx.wake(agentRunWorkflow, runId)
}
