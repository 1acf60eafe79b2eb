import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { withTriggers } from '../triggers/with-triggers.ts'
import { assertMaySetGoing } from './assert-may-set-going.ts'
import { agentRecord } from './record.ts'

/** Allows runs to start again: at the next scheduled time, and for events from now on. Resets the count of failures. */
export const resumeAgent = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: async (before, tx) => {
      await assertMaySetGoing(tx, before)
      return withTriggers(tx, before, { pausedAt: null, pauseReason: null, failuresInARow: 0 })
    },
  })
