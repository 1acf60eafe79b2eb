import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { finishAgentRun } from './finish-agent-run.ts'
import { agentRunRecord } from './record.ts'
import { RUN_VERBS } from './rules.ts'
import { agentRunWorkflow } from './workflows.ts'

/** Nothing more of a run is done. What was done stays. */
export const cancelAgentRun = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: ({ status }) => {
      transitionTo('A run', RUN_VERBS, 'cancel', status)
      return {}
    },
    effects: async (tx, { id }) => {
      await finishAgentRun(tx, { runId: id, status: 'CANCELLED' })
      tx.wake(agentRunWorkflow, id)
    },
  })
