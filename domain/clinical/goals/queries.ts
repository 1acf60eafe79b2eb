import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { GoalStatus } from './rules.ts'
import { toGoal, toGoalMeasurement, toGoalReview } from './schemas.ts'
import type { Point } from './trend.ts'

export const GoalQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  status: z.enum(GoalStatus).optional().meta({ description: 'Only goals in this status.' }),
})
export type GoalQuery = z.infer<typeof GoalQuery>

export const MeasurementQuery = z.strictObject({
  ...pageQuery('-measuredAt', 'measuredAt'),
  voided: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists what was taken back instead.' }),
})
export type MeasurementQuery = z.infer<typeof MeasurementQuery>

export const GoalReviewQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  goalId: idOf('goal').optional(),
  status: z
    .enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED'])
    .optional()
    .meta({ description: 'Only reviews in this status.' }),
})
export type GoalReviewQuery = z.infer<typeof GoalReviewQuery>

export const getGoal = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'goals:read', async (reader) => toGoal(await loadGoal(reader, id)))

export const listGoals = (ctx: Context, query: GoalQuery) =>
  read(ctx, 'goals:read', (reader) => {
    const { childId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.goal.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toGoal,
    )
  })

export const listMeasurements = (
  ctx: Context,
  { id, ...query }: { id: string } & MeasurementQuery,
) =>
  read(ctx, 'goals:read', async (reader) => {
    await loadGoal(reader, id)
    const voidedAt = query.voided === 'true' ? { not: null } : null
    const filter = { tenantId: reader.tenantId, goalId: id, voidedAt }
    const ofGoal = { ...query, goalId: id }
    return paginate(
      reader,
      ofGoal,
      ({ where, orderBy, take }) =>
        reader.db.goalMeasurement.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toGoalMeasurement,
    )
  })

export const listGoalReviews = (ctx: Context, query: GoalReviewQuery) =>
  read(ctx, 'goals:read', (reader) => {
    const { goalId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(goalId && { goalId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.goalReview.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toGoalReview,
    )
  })

export const loadGoal = async (reader: Reader, id: string) => {
  const row = await reader.db.goal.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('goal')
  return row
}

export const loadMeasurement = async (reader: Reader, id: string) => {
  const row = await reader.db.goalMeasurement.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('measurement')
  return row
}

export const loadGoalReview = async (reader: Reader, id: string) => {
  const row = await reader.db.goalReview.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('goal review')
  return row
}

/** A measurement as statistics need it, with its id to rest on. */
export interface MeasuredPoint extends Point {
  id: string
}

/** What counts of the goals' measurements, in time, by goal. */
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
