import { dunningMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dunningRecord } from './record.ts'

/** Resumes reminders. Overdue ones are sent the next day. */
export const resumeDunning = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, dunningRecord, dunningMoves, 'resume', {
    fields: (_, tx) => ({
      holdReason: null,
      holdNote: null,
      resumesOn: null,
      resumedAt: tx.now,
    }),
  })
