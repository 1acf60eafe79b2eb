import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { lastOnOf, whenOf } from './open-next.ts'
import { loadSchedule } from './queries.ts'
import { dueOnOf } from './rules.ts'
import { assessmentReminderWorkflow } from '../assessments/workflows.ts'

/**
 * Updates the due date of a schedule's next assessment. A moved assessment is SCHEDULED again and becomes due
 * again. The caller has locked the schedule.
 */
export const rearm = async (tx: Transaction, scheduleId: string): Promise<void> => {
  const schedule = await loadSchedule(tx, scheduleId)
  const [next] = schedule.assessments
  if (!next) return
  const child = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, schedule.childId) })
  const lastOn = await lastOnOf(tx, scheduleId)
  const dueOn = dueOnOf(whenOf(schedule), { birthDate: dateText(child.birthDate), lastOn })
  if (dueOn !== dateText(next.dueOn)) {
    const after = await tx.db.assessment.update({
      where: keyOf(tx, next.id),
      data: { dueOn: dateColumn(dueOn), status: 'SCHEDULED', ...touched(tx) },
    })
    tx.changed({ type: 'assessment', id: next.id }, next, after)
  }
  tx.wake(assessmentReminderWorkflow, next.id)
}

/**
 * Updates all schedules of a child whose birth date was corrected, or who was archived, restored, merged or
 * separated.
 */
export const rearmChild = async (tx: Transaction, childId: string): Promise<void> => {
  const schedules = await tx.sql<{ id: string }>(OF_CHILD, [tx.tenantId, childId])
  for (const { id } of schedules) await rearm(tx, id)
}

const OF_CHILD = `
  SELECT id FROM assessment_schedules WHERE tenant_id = $1 AND child_id = $2 AND ended_at IS NULL
  ORDER BY id FOR UPDATE`
