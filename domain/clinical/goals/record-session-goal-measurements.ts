import type { Context } from '#platform/core/context/context.ts'
import { eachOrNone } from '#platform/core/transactions/each-or-none.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadWholeSession } from '../sessions/queries.ts'
import { measureGoal } from './measure-goal.ts'
import type { GoalMeasurement, RecordSessionMeasurements } from './schemas.ts'

/** Records all of a session's measurements for goals of its child, or none. */
export const recordSessionGoalMeasurements = (
  ctx: Context,
  { id, measurements }: RecordSessionMeasurements & { id: string },
): Promise<{ data: GoalMeasurement[] }> =>
  transact(ctx, 'goals:write', async (tx) => {
    const session = await loadWholeSession(tx, id)
    const goalIds = measurements.map(({ goalId }) => goalId)
    await tx.sql(LOCK, [tx.tenantId, goalIds])
    const defaultAt = session.endedAt ?? tx.now
    const data = await eachOrNone(tx, 'measurements', measurements, async (measurement) => {
      const { goalId, measuredAt = defaultAt, ...measured } = measurement
      const goal = await findGoal(tx, goalId)
      if (goal.childId !== session.childId)
        throw invalid(
          'goalId',
          'mismatch',
          'The goal belongs to another child. Send a goal of this child.',
        )
      return measureGoal(tx, goal, { ...measured, measuredAt }, session)
    })
    return { data }
  })

const findGoal = async (tx: Transaction, goalId: string) => {
  const goal = await tx.db.goal.findFirst({ where: inTenant(tx, goalId) })
  if (!goal) throw invalidReference('goalId', 'goal')
  return goal
}

/** Locks goals in order of their ids, so that two calls with the same goals cannot deadlock. */
const LOCK = 'SELECT 1 FROM goals WHERE tenant_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE'
