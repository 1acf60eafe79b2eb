import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { AssessmentStatus } from './rules.ts'
import { toAssessment } from './schemas.ts'

export const include = {
  edition: { select: { edition: true } },
  corrections: { orderBy: { id: 'asc' as const } },
}

export const AssessmentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'dueOn', '-dueOn'),
  childId: idOf('child').optional(),
  instrumentId: idOf('instrument').optional(),
  scheduleId: idOf('assessmentSchedule').optional(),
  status: z
    .enum(AssessmentStatus)
    .optional()
    .meta({ description: 'Only assessments in this status.' }),
})
export type AssessmentQuery = z.infer<typeof AssessmentQuery>

export const getAssessment = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'assessments:read', async (reader) => toAssessment(await loadAssessment(reader, id)))

export const listAssessments = (ctx: Context, query: AssessmentQuery) =>
  read(ctx, 'assessments:read', (reader) => {
    const { childId, instrumentId, scheduleId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(instrumentId && { instrumentId }),
      ...(scheduleId && { scheduleId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.assessment.findMany({ where: { AND: [filter, where] }, orderBy, take, include }),
      toAssessment,
    )
  })

export const loadAssessment = async (reader: Reader, id: string) => {
  const row = await reader.db.assessment.findFirst({ where: inTenant(reader, id), include })
  if (!row) throw notFound('assessment')
  return row
}
