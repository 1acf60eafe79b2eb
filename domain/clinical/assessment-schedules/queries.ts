import { z } from 'zod'
import { OPEN } from '../assessments/rules.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toAssessmentSchedule } from './schemas.ts'

/** With the assessment that comes next. */
export const include = { assessments: { where: { status: { in: [...OPEN] } } } }

export const AssessmentScheduleQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  instrumentId: idOf('instrument').optional(),
  ended: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists those that ended instead.' }),
})
export type AssessmentScheduleQuery = z.infer<typeof AssessmentScheduleQuery>

export const getAssessmentSchedule = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'assessment-schedules:read', async (reader) =>
    toAssessmentSchedule(await loadSchedule(reader, id)),
  )

export const listAssessmentSchedules = (ctx: Context, query: AssessmentScheduleQuery) =>
  read(ctx, 'assessment-schedules:read', (reader) => {
    const { childId, instrumentId, ended } = query
    const filter = {
      tenantId: reader.tenantId,
      endedAt: ended === 'true' ? { not: null } : null,
      ...(childId && { childId }),
      ...(instrumentId && { instrumentId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.assessmentSchedule.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
          include,
        }),
      toAssessmentSchedule,
    )
  })

export const loadSchedule = async (reader: Reader, id: string) => {
  const row = await reader.db.assessmentSchedule.findFirst({ where: inTenant(reader, id), include })
  if (!row) throw notFound('assessment schedule')
  return row
}
