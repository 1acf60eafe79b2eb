import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { include, loadSchedule } from './queries.ts'
import { toAssessmentSchedule, type AssessmentSchedule, type ScheduleRow } from './schemas.ts'

/** How a schedule is loaded, written and shown by the verbs that change it. */
export const scheduleRecord: RecordKind<
  ScheduleRow,
  Prisma.AssessmentScheduleUncheckedUpdateInput,
  AssessmentSchedule
> = {
  type: 'assessmentSchedule',
  table: 'assessment_schedules',
  permission: 'assessment-schedules:write',
  load: loadSchedule,
  update: (tx, id, data) =>
    tx.db.assessmentSchedule.update({ where: keyOf(tx, id), data, include }),
  show: async (row, tx) => toAssessmentSchedule(await loadSchedule(tx, row.id)),
}
