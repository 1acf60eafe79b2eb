import { z } from 'zod'
import { OPEN } from '../assessments/rules.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { toAssessmentSchedule } from './schemas.ts'

/** Includes the next assessment. */
export const include = { assessments: { where: { status: { in: [...OPEN] } } } }

export const AssessmentScheduleQuery = listQuery(
  'assessmentSchedule',
  ['-createdAt', 'createdAt'],
  {
    childId: idOf('child').optional(),
    instrumentId: idOf('instrument').optional(),
    ended: fact('If true, returns only records that have ended; if false, only current ones.'),
  },
)
export type AssessmentScheduleQuery = z.infer<typeof AssessmentScheduleQuery>

const assessmentSchedules = recordQueries({
  permission: 'assessment-schedules:read',
  name: 'assessment schedule',
  find: ({ db }, selection: Selection<Prisma.AssessmentScheduleWhereInput>) =>
    db.assessmentSchedule.findMany({ ...selection, include }),
  show: each(toAssessmentSchedule),
})

export const loadSchedule = assessmentSchedules.load
export const getAssessmentSchedule = assessmentSchedules.get
export const listAssessmentSchedules = assessmentSchedules.list(
  ({ ended, ...query }: AssessmentScheduleQuery) => ({
    ...given(query, 'childId', 'instrumentId'),
    ...isSet('endedAt', ended),
  }),
)
