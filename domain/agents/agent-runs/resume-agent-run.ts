import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { assertMayRun } from './assert-may-run.ts'
import { loadRun } from './load-place.ts'
import { RUN_VERBS } from './rules.ts'
import { agentRunRecord } from './record.ts'
import { isStepWaiting } from './record-outcome.ts'
import { agentRunWorkflow } from './workflows.ts'

/** Goes on where it was paused. What waited for a time that has passed is done at once. */
export const resumeAgentRun = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: async (before, tx) => {
      const status = transitionTo('A run', RUN_VERBS, 'resume', before.status)
      const { definition } = await loadRun(tx, before.id)
      await assertMayRun(tx, definition, before.startedBy)
      return { status: (await isStepWaiting(tx, before.id)) ? ('WAITING' as const) : status }
    },
    effects: (tx, { id }) => tx.wake(agentRunWorkflow, id),
  })
