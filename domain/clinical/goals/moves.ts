import type { Goal, GoalReview } from '#prisma/generated/client.ts'
import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { goalEvents } from './events.ts'
import { loadGoal } from './queries.ts'
import { GoalReviewStatus, GoalStatus } from './rules.ts'
import { childProgressFollowUpWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { goalReviewToAnswer } from './goal-review-to-answer.ts'

export const goalMoves = defineMoves<Goal>()({
  noun: 'A goal',
  subject: 'goal',
  states: GoalStatus,
  initial: ['ACTIVE'],
  waits: {
    ACTIVE: 'therapy goes on; a review asks if the goal regresses or stagnates',
    ON_HOLD: 'a person has paused it until they resume it',
    COMPLETED: ENDED,
    CANCELLED: ENDED,
  },
  moves: {
    patch: { from: ['ACTIVE', 'ON_HOLD'] },
    measure: { from: ['ACTIVE'], operation: 'recordGoalMeasurement' },
    hold: { from: ['ACTIVE'], to: 'ON_HOLD' },
    resume: { from: ['ON_HOLD'], to: 'ACTIVE' },
    complete: {
      from: ['ACTIVE', 'ON_HOLD'],
      to: 'COMPLETED',
      event: announcing(goalEvents['goal.completed'], ({ id, childId }) => ({
        goalId: id,
        childId,
      })),
    },
    cancel: { from: ['ACTIVE', 'ON_HOLD'], to: 'CANCELLED' },
  },
})

export const goalReviewMoves = defineMoves<GoalReview>()({
  noun: 'A goal review',
  subject: 'goalReview',
  states: GoalReviewStatus,
  initial: ['OPEN'],
  waits: {
    OPEN: goalReviewToAnswer,
    ACKNOWLEDGED: 'the therapist has answered; it ends with the trend of the goal',
    RESOLVED: ENDED,
  },
  moves: {
    acknowledge: {
      from: ['OPEN'],
      to: 'ACKNOWLEDGED',
      event: announcing(goalEvents['goal.review_acknowledged'], async ({ id, goalId }, tx) => ({
        reviewId: id,
        goalId,
        childId: (await loadGoal(tx, goalId)).childId,
      })),
      wakes: [waking(childProgressFollowUpWorkflow)],
    },
    /** The goal has ended, or its trend requires no review or a different one. */
    resolve: {
      from: ['OPEN', 'ACKNOWLEDGED'],
      to: 'RESOLVED',
      wakes: [waking(childProgressFollowUpWorkflow)],
      byPlatform: true,
    },
  },
})
