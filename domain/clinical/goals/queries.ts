import { GoalReviewStatus } from './rules.ts'
import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { GoalStatus } from './rules.ts'
import { toGoal, toGoalMeasurement, toGoalReview } from './schemas.ts'
import type { Point } from './trend.ts'

export const GoalQuery = listQuery('goal', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  status: anyOf(GoalStatus, 'Returns only goals with this status.'),
})
export type GoalQuery = z.infer<typeof GoalQuery>

export const MeasurementQuery = listQuery('goalMeasurement', ['-measuredAt', 'measuredAt'], {
  voided: fact('If true, returns only voided measurements; if false, only valid ones.'),
})
export type MeasurementQuery = z.infer<typeof MeasurementQuery>

export const GoalReviewQuery = listQuery('goalReview', ['-createdAt', 'createdAt'], {
  goalId: idOf('goal').optional(),
  status: anyOf(GoalReviewStatus, 'Returns only reviews with this status.'),
})
export type GoalReviewQuery = z.infer<typeof GoalReviewQuery>

const goals = recordQueries({
  permission: 'goals:read',
  name: 'goal',
  find: ({ db }, selection: Selection<Prisma.GoalWhereInput>) => db.goal.findMany(selection),
  show: each(toGoal),
})

export const loadGoal = goals.load
export const getGoal = goals.get
export const listGoals = goals.list((query: GoalQuery) => given(query, 'childId', 'status'))

const measurements = recordQueries({
  permission: 'goals:read',
  name: 'measurement',
  find: ({ db }, selection: Selection<Prisma.GoalMeasurementWhereInput>) =>
    db.goalMeasurement.findMany(selection),
  show: each(toGoalMeasurement),
})

export const loadMeasurement = measurements.load
export const listGoalMeasurements = measurements.listOf(
  loadGoal,
  ({ id, voided }: MeasurementQuery & { id: string }) => ({
    goalId: id,
    ...isSet('voidedAt', voided),
  }),
)

const goalReviews = recordQueries({
  permission: 'goals:read',
  name: 'goal review',
  find: ({ db }, selection: Selection<Prisma.GoalReviewWhereInput>) =>
    db.goalReview.findMany(selection),
  show: each(toGoalReview),
})

export const loadGoalReview = goalReviews.load
export const listGoalReviews = goalReviews.list((query: GoalReviewQuery) =>
  given(query, 'goalId', 'status'),
)

/** A measurement in the form that statistics need, with its id as evidence. */
export interface MeasuredPoint extends Point {
  id: string
}

/** The valid measurements of goals in chronological order, keyed by goal. */
export const loadPoints = async (
  reader: Reader,
  goalIds: readonly string[],
): Promise<Map<string, MeasuredPoint[]>> => {
  const rows = await reader.sql<MeasuredPoint & { goalId: string }>(
    `SELECT goal_id AS "goalId", id, measured_at AS at, value FROM goal_measurements
     WHERE tenant_id = $1 AND goal_id = ANY ($2) AND voided_at IS NULL ORDER BY measured_at`,
    [reader.tenantId, goalIds],
  )
  return Map.groupBy(rows, ({ goalId }) => goalId)
}
