import { dunningMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dunningRecord } from './record.ts'

/** Has reminders go on. What was due meanwhile is sent on the day after. */
export const resumeDunning = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, dunningRecord, dunningMoves, 'resume', {
    fields: (_, tx) => ({
      holdReason: null,
      holdNote: null,
      resumesOn: null,
      resumedAt: tx.now,
    }),
  })
