import { agentRunMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { finishAgentRun } from './loop/finish-agent-run.ts'
import { agentRunRecord } from './record.ts'
import { agentRunWorkflow } from './workflows.ts'

/** Stops the run. Completed work stays. */
export const cancelAgentRun = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: (before) => {
      assertMove(agentRunMoves, 'cancel', before)
      return {}
    },
    effects: async (tx, { id }) => {
      await finishAgentRun(tx, { runId: id, status: 'CANCELLED' })
      tx.wake(agentRunWorkflow, id)
    },
  })
