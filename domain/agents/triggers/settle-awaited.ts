import type { AgentRunStep } from '#prisma/generated/client.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { verdictOf } from '../definitions/expressions/verdict-of.ts'
import { contextOf, findNode, loadState } from '../agent-runs/loop/load-state.ts'
import { recordOutcome, settleRunStatus } from '../agent-runs/loop/record-outcome.ts'
import type { WaitOutput } from '../agent-runs/nodes/wait.ts'
import { agentRunWorkflow } from '../agent-runs/workflows.ts'
import type { TriggerEvent } from './load-event.ts'

/** Keeps why a filter failed, so that the step does not time out as if no event had come. A later match still counts. */
const noteFailure = async (
  tx: Transaction,
  { id }: AgentRunStep,
  { event, message }: { event: string; message: string },
): Promise<void> => {
  const output = { filterFailure: { event, message } } satisfies WaitOutput
  // The version stays: the wait goes on.
  await tx.db.agentRunStep.update({ where: keyOf(tx, id), data: { output } })
}

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
  const state = await loadState(tx, at)
  const node = findNode(state.definition, nodeId)
  if (node.type !== 'WAIT' || !('eventType' in node.for)) return
  const { scope } = contextOf(state, at, tx.now)
  const found = verdictOf(node.for.filter, { ...scope, arrived: event })
  if (found.verdict === 'FAILED') await noteFailure(tx, step, { event: event.id, ...found })
  if (found.verdict !== 'MATCHES') return
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
