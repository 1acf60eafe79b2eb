import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { measureGoal } from './measure-goal.ts'
import { loadGoal } from './queries.ts'
import type { GoalMeasurement, RecordMeasurement } from './schemas.ts'

/**
 * Records a measurement of a goal and evaluates the goal with all its measurements. Measurements can arrive in
 * any order: each counts at its own time, and one that is older than others is marked `late`.
 */
export const recordGoalMeasurement = (
  ctx: Context,
  { id, measurement }: { id: string; measurement: RecordMeasurement },
): Promise<GoalMeasurement> =>
  transact(ctx, 'goals:write', async (tx) => {
    await lockRecord(tx, 'goals', id)
    const goal = await loadGoal(tx, id)
    const { sessionId = null, ...measured } = measurement
    return measureGoal(tx, goal, measured, await findSession(tx, sessionId))
  })

const findSession = async (tx: Transaction, sessionId: string | null) => {
  if (sessionId === null) return null
  const session = await tx.db.session.findFirst({
    where: inTenant(tx, sessionId),
    select: { id: true, childId: true },
  })
  if (!session) throw invalidReference('sessionId', 'session')
  return session
}
