import { goalMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { reviewGoal } from './assess-goal.ts'
import { goalRecord } from './record.ts'

/** Cancels a goal. */
export const cancelGoal = (ctx: Context, { reason, ...ref }: RecordRef & { reason: string }) =>
  moveRecord(ctx, ref, goalRecord, goalMoves, 'cancel', {
    fields: (_, tx) => ({
      endReason: reason,
      endedAt: tx.now,
    }),
    effects: (tx, after) => reviewGoal(tx, after, undefined),
  })
