import { goalMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { reviewGoal } from './assess-goal.ts'
import { goalRecord } from './record.ts'
import { finalAchievement } from './rules.ts'
import type { CompleteGoal } from './schemas.ts'

/** Completes a goal, either because it has been reached or with a person's assessment. */
export const completeGoal = (
  ctx: Context,
  { achievementStatus, reason, ...ref }: RecordRef & CompleteGoal,
) =>
  moveRecord(ctx, ref, goalRecord, goalMoves, 'complete', {
    fields: (before, tx) => ({
      achievementStatus: finalAchievement(before, achievementStatus),
      endReason: reason ?? null,
      endedAt: tx.now,
    }),
    effects: (tx, after) => reviewGoal(tx, after, undefined),
  })
