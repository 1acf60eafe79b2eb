import { cancellationSignal } from '@temporalio/activity'
import { replayTriggers } from '#agents/agent-replays/replay-triggers.ts'
import { completeForEach, failNode, finishRun, runNodes } from '#agents/agent-runs/loop/run-loop.ts'
import { startTogether } from '#agents/agent-runs/loop/start-together.ts'
import { fireTriggers } from '#agents/triggers/fire-triggers.ts'
import type { EndStatus, FirstMove, Move, NextMove } from '#agents/agent-runs/loop/moves.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { MINUTE_MS, utc } from '#platform/core/time/time.ts'
import type { StartedTogether, SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import type { TurnEnd } from '#platform/core/workflow-kinds/take-turn.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'

/** A node of a run. `item` counts from 1 in a FOR_EACH, and is 0 outside of one. */
interface NodeInput extends SubjectInput {
  node: string
  item: number
}

/** How long a run waits before it checks again whether its centre is still suspended. */
const SUSPENDED_MS = 10 * MINUTE_MS

/** Runs of agents, and their triggers. */
export const agentActivities = ({ platform, agentRun }: ActivityDeps) => ({
  fireAgentTriggers: ({ tenantId }: SubjectInput): Promise<{ nextAt: string | null }> =>
    fireTriggers(workflowContext(platform, tenantId)),

  replayAgentTriggers: ({ tenantId, subjectId: id }: SubjectInput): Promise<TurnEnd> =>
    replayTriggers(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),

  beginAgentRun: ({
    tenantId,
    subjectId: runId,
    others = [],
  }: StartedTogether): Promise<FirstMove> =>
    startTogether(workflowContext(platform, tenantId), { runId, others }, agentRun),

  carryOutAgentNode: async ({ tenantId, subjectId: runId, ...at }: NodeInput): Promise<Move> => {
    try {
      return await runNodes(workflowContext(platform, tenantId), { runId, ...at }, agentRun)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'centre_suspended') throw error
      return {
        move: 'WAIT',
        until: utc(new Date(platform.clock.now().getTime() + SUSPENDED_MS)),
      }
    }
  },

  failAgentNode: ({
    tenantId,
    subjectId: runId,
    ...failure
  }: NodeInput & { code: string; message: string }): Promise<NextMove> =>
    failNode(workflowContext(platform, tenantId), { runId, ...failure }),

  endAgentLoop: ({
    tenantId,
    subjectId: runId,
    ...loop
  }: NodeInput & { failed: number }): Promise<NextMove> =>
    completeForEach(workflowContext(platform, tenantId), { runId, ...loop }),

  endAgentRun: async ({
    tenantId,
    subjectId: runId,
    status,
  }: SubjectInput & { status: EndStatus }): Promise<void> => {
    await finishRun(workflowContext(platform, tenantId), { runId, status })
    agentRun?.(status)
  },
})
