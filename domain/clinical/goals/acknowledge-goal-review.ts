import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transitionTo } from '#platform/core/records/state-machine.ts'
import { loadGoal } from './queries.ts'
import { goalReviewRecord } from './record.ts'
import { REVIEW_TRANSITIONS } from './rules.ts'
import { goalEvents } from './events.ts'
import { childProgressFollowUpWorkflow } from './workflows.ts'

type Input = RecordRef & {
  response: string
  /** Who answers, where that is not who calls: the person that a link was given to. */
  by?: string
}

/** Somebody answers for a goal that regresses or makes no progress, and says what follows. */
export const acknowledgeGoalReview = (ctx: Context, { response, by, ...ref }: Input) =>
  changeRecord(ctx, ref, goalReviewRecord, {
    fields: (before, tx) => ({
      status: transitionTo('A goal review', REVIEW_TRANSITIONS, 'acknowledge', before.status),
      response,
      acknowledgedBy: by ?? tx.actor.id,
      acknowledgedAt: tx.now,
    }),
    effects: async (tx, { id, goalId }) => {
      const { childId } = await loadGoal(tx, goalId)
      const subject = { type: 'goalReview', id } as const
      tx.emit(goalEvents['goal.review_acknowledged'], subject, { reviewId: id, goalId, childId })
      tx.wake(childProgressFollowUpWorkflow, id)
    },
  })
