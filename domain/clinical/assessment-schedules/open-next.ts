import { newId } from '#platform/core/records/ids.ts'
import { inTenant, freshRecord, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateText, dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { dueOnOf } from './rules.ts'
import type { ScheduleRow } from './schemas.ts'
import { loadSchedule } from './queries.ts'
import { assessmentReminderWorkflow } from '../assessments/workflows.ts'

/** Creates the next assessment of a schedule that has no open one. A schedule without further assessments ends. */
export const openNext = async (tx: Transaction, id: string): Promise<void> => {
  const schedule = await loadSchedule(tx, id)
  if (schedule.endedAt) return
  const lastOn = await lastOnOf(tx, id)
  if (schedule.timing === 'EVERY' || lastOn === null) return open(tx, schedule, lastOn)
  const after = await tx.db.assessmentSchedule.update({
    where: keyOf(tx, id),
    data: { endedAt: tx.now, ...touched(tx) },
  })
  tx.changed({ type: 'assessmentSchedule', id }, schedule, after)
}

const open = async (tx: Transaction, schedule: ScheduleRow, lastOn: string | null) => {
  const { id: scheduleId, childId, instrumentId } = schedule
  const child = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, childId) })
  const dueOn = dueOnOf(whenOf(schedule), { birthDate: dateText(child.birthDate), lastOn })
  const id = newId('assessment')
  const row = await tx.db.assessment.create({
    data: {
      ...freshRecord(tx, id),
      childId,
      instrumentId,
      scheduleId,
      dueOn: dateColumn(dueOn),
      status: 'SCHEDULED',
    },
  })
  tx.created({ type: 'assessment', id }, row)
  tx.wake(assessmentReminderWorkflow, id)
}

export const whenOf = ({ timing, startsOn, months }: ScheduleRow) => ({
  timing,
  startsOn: dateTextOrNull(startsOn),
  months,
})

/** The date of the last assessment; for a waived one, its due date. */
export const lastOnOf = async (tx: Transaction, scheduleId: string): Promise<string | null> => {
  const [row] = await tx.sql<{ lastOn: string | null }>(LAST, [tx.tenantId, scheduleId])
  return row!.lastOn
}

const LAST = `
  SELECT max(COALESCE(administered_on, due_on))::text AS "lastOn" FROM assessments
  WHERE tenant_id = $1 AND schedule_id = $2 AND status IN ('COMPLETED', 'WAIVED')`
