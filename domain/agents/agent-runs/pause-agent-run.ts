import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transitionTo } from '#platform/core/records/state-machine.ts'
import { RUN_VERBS } from './rules.ts'
import { agentRunRecord } from './record.ts'

/** No node is begun until it is resumed; the one under way is brought to its end. */
export const pauseAgentRun = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: (before) => {
      return { status: transitionTo('A run', RUN_VERBS, 'pause', before.status) }
    },
  })
