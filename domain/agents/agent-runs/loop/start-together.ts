import type { OutsideContext } from '#platform/core/context/context.ts'
import { carryOutTogether } from '#platform/core/transactions/carry-out-together.ts'
import { agentRunWorkflow } from '../workflows.ts'
import type { EndStatus, FirstMove } from './moves.ts'
import { startLoop } from './run-loop.ts'

/** The first run waits this long for the others, at most. */
const TURN_MS = 2_000

/** Starts a run, and other runs of its centre. The others get a workflow of their own only if they go on. */
export const startTogether = async (
  ctx: OutsideContext,
  { runId, others }: { runId: string; others: readonly string[] },
  onEnded?: (status: EndStatus) => void,
): Promise<FirstMove> => {
  const [first] = await Promise.all([
    startLoop(ctx, { runId }, onEnded),
    carryOutTogether(ctx, others, {
      workflow: agentRunWorkflow,
      permission: 'agent-runs:write',
      turnMs: TURN_MS,
      carryOut: async (of, id) => (await startLoop(of, { runId: id }, onEnded)).move === 'STOP',
    }),
  ])
  return first
}
