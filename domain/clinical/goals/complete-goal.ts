import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { reviewGoal } from './assess-goal.ts'
import { goalEvents } from './events.ts'
import { goalRecord } from './record.ts'
import { finalAchievement, goalStatusAfter } from './rules.ts'
import type { CompleteGoal } from './schemas.ts'

/** The goal is over: reached, or with what a person says of it. */
export const completeGoal = (
  ctx: Context,
  { achievementStatus, reason, ...ref }: RecordRef & CompleteGoal,
) =>
  changeRecord(ctx, ref, goalRecord, {
    fields: (before, tx) => ({
      status: goalStatusAfter('complete', before.status),
      achievementStatus: finalAchievement(before, achievementStatus),
      endReason: reason ?? null,
      endedAt: tx.now,
    }),
    effects: async (tx, after) => {
      await reviewGoal(tx, after, undefined)
      const subject = { type: 'goal', id: after.id } as const
      tx.emit(goalEvents['goal.completed'], subject, { goalId: after.id, childId: after.childId })
    },
  })
