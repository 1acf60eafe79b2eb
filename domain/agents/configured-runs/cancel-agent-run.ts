import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { finishRun } from '../agent-runs/finish-run.ts'
import { RUN_VERBS } from '../agent-runs/rules.ts'
import { agentRunWorkflow } from '../agent-runs/workflows.ts'
import { finishConfiguredRun } from './finish-configured-run.ts'
import { runRecord } from './record.ts'
import { configuredRunWorkflow } from './workflows.ts'

/** Nothing more of a run is done. What was done stays. */
export const cancelAgentRun = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, runRecord, {
    fields: ({ status }) => {
      transitionTo('A run', RUN_VERBS, 'cancel', status)
      return {}
    },
    effects: async (tx, { id, agent, agentId }) => {
      if (agentId) await finishConfiguredRun(tx, { runId: id, status: 'CANCELLED' })
      else await finishRun(tx, { id, agent, status: 'CANCELLED', outcome: 'the run was cancelled' })
      tx.wake(agentId ? configuredRunWorkflow : agentRunWorkflow, id)
    },
  })
