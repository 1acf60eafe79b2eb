import type { Context } from '#platform/core/context/context.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertAim } from './rules.ts'
import { toGoal, type CreateGoal, type Goal } from './schemas.ts'
import { goalEvents } from './events.ts'

/** Sets a goal for a child, with a baseline, a target and a date. */
export const createGoal = (ctx: Context, input: CreateGoal): Promise<Goal> =>
  transact(ctx, 'goals:write', async (tx) => {
    await assertReferences(tx, 'child', { childId: input.childId })
    const { baseline, target, criteria, ...fields } = input
    const aim = { baseline: baseline.value, target: target.value }
    assertAim(aim)
    const row = await tx.db.goal.create({
      data: {
        ...freshRecord(tx, newId('goal')),
        ...fields,
        ...aim,
        ...criteria,
        targetDueOn: target.dueOn ? dateColumn(target.dueOn) : null,
        status: 'ACTIVE',
        achievementStatus: 'in-progress',
        trend: 'NOT_ENOUGH_DATA',
      },
    })
    const subject = { type: 'goal', id: row.id } as const
    tx.created(subject, row)
    tx.emit(goalEvents['goal.created'], subject, { goalId: row.id, childId: row.childId })
    return toGoal(row)
  })
