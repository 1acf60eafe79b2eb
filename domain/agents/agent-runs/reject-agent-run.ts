import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { decided, type Decision } from './decision.ts'
import { finishRun } from './finish-run.ts'
import { agentRunRecord } from './record.ts'
import { assertUndecided } from './rules.ts'
import { agentRunWorkflow } from './workflows.ts'

/** Nothing of what was proposed is done. */
export const rejectAgentRun = (ctx: Context, { reason, ...ref }: Decision) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: (before, tx) => {
      assertUndecided(before, tx.now)
      return decided('REJECTED', reason, tx)
    },
    effects: async (tx, { id, agent }) => {
      await finishRun(tx, { id, agent, status: 'CANCELLED', outcome: 'rejected' })
      tx.wake(agentRunWorkflow, id)
    },
  })
