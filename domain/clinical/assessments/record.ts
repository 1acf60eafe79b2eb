import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { include, loadAssessment } from './queries.ts'
import { toAssessment, type Assessment, type AssessmentRow } from './schemas.ts'

/** How an assessment is loaded, written and shown by the verbs that change it. */
export const assessmentRecord: RecordKind<
  AssessmentRow,
  Prisma.AssessmentUncheckedUpdateInput,
  Assessment
> = {
  type: 'assessment',
  table: 'assessments',
  permission: 'assessments:write',
  load: loadAssessment,
  update: (tx, id, data) => tx.db.assessment.update({ where: keyOf(tx, id), data, include }),
  show: toAssessment,
}
