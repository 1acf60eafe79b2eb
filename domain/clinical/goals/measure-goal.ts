import { goalMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Goal as GoalModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assessGoal } from './assess-goal.ts'
import { assertMeasurement } from './rules.ts'
import { toGoalMeasurement, type GoalMeasurement, type RecordMeasurement } from './schemas.ts'

/** Records a measurement of a locked goal and evaluates the goal with all measurements. */
export const measureGoal = async (
  tx: Transaction,
  goal: GoalModel,
  { measuredAt, result, comment = null }: Omit<RecordMeasurement, 'sessionId'>,
  session: { id: string; childId: string } | null,
): Promise<GoalMeasurement> => {
  assertMove(goalMoves, 'measure', goal)
  assertMeasurement({ measuredAt }, { now: tx.now, session, childId: goal.childId })
  const row = await tx.db.goalMeasurement.create({
    data: {
      ...freshRecord(tx, newId('goalMeasurement')),
      goalId: goal.id,
      sessionId: session?.id ?? null,
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
}
