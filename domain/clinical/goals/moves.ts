import type { Goal, GoalReview } from '#prisma/generated/client.ts'
import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { goalEvents } from './events.ts'
import { loadGoal } from './queries.ts'
import { GoalReviewStatus, GoalStatus } from './rules.ts'
import { childProgressFollowUpWorkflow } from './workflows.ts'

export const goalMoves = defineMoves<Goal>()({
  noun: 'A goal',
  subject: 'goal',
  states: GoalStatus,
  initial: ['ACTIVE'],
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
