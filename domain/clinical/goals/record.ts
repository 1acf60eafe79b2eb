import type {
  Goal as GoalModel,
  GoalMeasurement as GoalMeasurementModel,
  GoalReview as GoalReviewModel,
  Prisma,
} from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadGoal, loadGoalReview, loadMeasurement } from './queries.ts'
import {
  toGoal,
  toGoalMeasurement,
  toGoalReview,
  type Goal,
  type GoalMeasurement,
  type GoalReview,
} from './schemas.ts'

/** How a goal is loaded, written and shown by the verbs that change it. */
export const goalRecord: RecordKind<GoalModel, Prisma.GoalUncheckedUpdateInput, Goal> = {
  type: 'goal',
  table: 'goals',
  permission: 'goals:write',
  load: loadGoal,
  update: (tx, id, data) => tx.db.goal.update({ where: keyOf(tx, id), data }),
  show: toGoal,
}

/** How a goal measurement is loaded, written and shown. */
export const measurementRecord: RecordKind<
  GoalMeasurementModel,
  Prisma.GoalMeasurementUncheckedUpdateInput,
  GoalMeasurement
> = {
  type: 'goalMeasurement',
  table: 'goal_measurements',
  permission: 'goals:write',
  load: loadMeasurement,
  update: (tx, id, data) => tx.db.goalMeasurement.update({ where: keyOf(tx, id), data }),
  show: toGoalMeasurement,
}

/** How a goal review is loaded, written and shown. */
export const goalReviewRecord: RecordKind<
  GoalReviewModel,
  Prisma.GoalReviewUncheckedUpdateInput,
  GoalReview
> = {
  type: 'goalReview',
  table: 'goal_reviews',
  permission: 'goals:write',
  load: loadGoalReview,
  update: (tx, id, data) => tx.db.goalReview.update({ where: keyOf(tx, id), data }),
  show: toGoalReview,
}
