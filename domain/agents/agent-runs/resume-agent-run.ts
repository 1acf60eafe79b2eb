import { agentRunMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayRun } from './start/assert-may-run.ts'
import { loadRun } from './loop/load-state.ts'
import { agentRunRecord } from './record.ts'
import { isStepWaiting } from './loop/record-outcome.ts'
import { agentRunWorkflow } from './workflows.ts'

/** Continues a run where it was paused. A wait that expired meanwhile ends immediately. */
export const resumeAgentRun = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: async (before, tx) => {
      assertMove(agentRunMoves, 'resume', before)
      const { definition } = await loadRun(tx, before.id)
      await assertMayRun(tx, definition, before.startedBy)
      return {
        status: (await isStepWaiting(tx, before.id)) ? ('WAITING' as const) : ('RUNNING' as const),
      }
    },
    effects: (tx, { id }) => tx.wake(agentRunWorkflow, id),
  })
