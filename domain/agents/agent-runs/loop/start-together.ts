import type { OutsideContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { workflowIdFor } from '#platform/core/workflow-kinds/workflows.ts'
import { agentRunWorkflow } from '../workflows.ts'
import type { EndStatus, FirstMove } from './moves.ts'
import { startLoop } from './run-loop.ts'

/** The number of other runs that are started at the same time. */
const LANES = 4

/** After this time the other runs that are left get workflows of their own, so that the first does not wait. */
const TURN_MS = 2_000

/** Starts a run, and other runs of its centre. The others get a workflow of their own only if they go on. */
export const startTogether = async (
  ctx: OutsideContext,
  { runId, others }: { runId: string; others: readonly string[] },
  onEnded?: (status: EndStatus) => void,
): Promise<FirstMove> => {
  const left = [...others]
  const until = performance.now() + TURN_MS
  const lane = async () => {
    for (let id = left.shift(); id; id = left.shift()) {
      const isInTime = performance.now() < until
      if (!isInTime || !(await hasEnded(ctx, id, onEnded))) await startWorkflow(ctx, id)
    }
  }
  const [first] = await Promise.all([
    startLoop(ctx, { runId }, onEnded),
    ...Array.from({ length: LANES }, lane),
  ])
  return first
}

/** Starts a run as its own workflow would, and returns whether it has ended. A failure is left to that workflow. */
const hasEnded = async (
  ctx: OutsideContext,
  runId: string,
  onEnded?: (status: EndStatus) => void,
): Promise<boolean> => {
  const workflowId = workflowIdFor(agentRunWorkflow, { tenantId: ctx.tenantId, subjectId: runId })
  try {
    return (await startLoop({ ...ctx, workflowId }, { runId }, onEnded)).move === 'STOP'
  } catch {
    return false
  }
}

const startWorkflow = (ctx: OutsideContext, runId: string): Promise<void> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    tx.nothingChanged({ type: 'agentRun', id: runId })
    tx.wake(agentRunWorkflow, runId)
  })
