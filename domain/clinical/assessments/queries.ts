import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { AssessmentStatus } from './rules.ts'
import { toAssessment } from './schemas.ts'

export const include = {
  edition: { select: { edition: true } },
  corrections: { orderBy: { id: 'asc' as const } },
}

export const AssessmentQuery = listQuery(
  'assessment',
  ['-createdAt', 'createdAt', 'dueOn', '-dueOn'],
  {
    childId: idOf('child').optional(),
    instrumentId: idOf('instrument').optional(),
    scheduleId: idOf('assessmentSchedule').optional(),
    status: anyOf(AssessmentStatus, 'Returns only assessments with this status.'),
  },
)
export type AssessmentQuery = z.infer<typeof AssessmentQuery>

const assessments = recordQueries({
  permission: 'assessments:read',
  name: 'assessment',
  find: ({ db }, selection: Selection<Prisma.AssessmentWhereInput>) =>
    db.assessment.findMany({ ...selection, include }),
  show: each(toAssessment),
})

export const loadAssessment = assessments.load
export const getAssessment = assessments.get
export const listAssessments = assessments.list((query: AssessmentQuery) =>
  given(query, 'childId', 'instrumentId', 'scheduleId', 'status'),
)
