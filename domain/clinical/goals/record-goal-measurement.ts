import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { freshRecord, inTenant } from '#platform/core/record-ref.ts'
import { invalidReference } from '#platform/core/errors.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { assessGoal } from './assess-goal.ts'
import { loadGoal } from './queries.ts'
import { assertMeasurement, goalStatusAfter } from './rules.ts'
import { toGoalMeasurement, type GoalMeasurement, type RecordMeasurement } from './schemas.ts'

/**
 * Records what was measured towards a goal, and judges the goal by all that was. Measurements may come in
 * any order: each counts at its own time, and one that others overtook is marked `late`.
 */
export const recordGoalMeasurement = (
  ctx: Context,
  { id, measurement }: { id: string; measurement: RecordMeasurement },
): Promise<GoalMeasurement> =>
  transact(ctx, 'goals:write', async (tx) => {
    await lockRecord(tx, 'goals', id)
    const goal = await loadGoal(tx, id)
    goalStatusAfter('measure', goal.status)
    const { measuredAt, result, sessionId = null, comment = null } = measurement
    const session = await findSession(tx, sessionId)
    assertMeasurement({ measuredAt, sessionId }, { now: tx.now, session, childId: goal.childId })
    const row = await tx.db.goalMeasurement.create({
      data: {
        ...freshRecord(tx, newId('goalMeasurement')),
        goalId: id,
        sessionId,
        measuredAt,
        value: result.value,
        trials: result.trials ?? null,
        comment,
        recordedBy: tx.actor.id,
        late: goal.lastMeasuredAt !== null && measuredAt < goal.lastMeasuredAt,
      },
    })
    tx.created({ type: 'goalMeasurement', id: row.id }, row)
    await assessGoal(tx, goal)
    return toGoalMeasurement(row)
  })

const findSession = async (tx: Transaction, sessionId: string | null) => {
  if (sessionId === null) return undefined
  const session = await tx.db.session.findFirst({
    where: inTenant(tx, sessionId),
    select: { childId: true },
  })
  if (!session) throw invalidReference('sessionId', 'session')
  return session
}
