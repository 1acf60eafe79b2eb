import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { listQuery } from '#platform/core/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toOnboardingPlan, toOnboardingPlanVersion } from './schemas.ts'

export const OnboardingPlanQuery = listQuery(
  'onboardingPlan',
  ['-createdAt', 'createdAt', 'name'],
  { ...archivedQuery },
)
export type OnboardingPlanQuery = z.infer<typeof OnboardingPlanQuery>

/** The path of one version. */
export const PlanVersionParams = z.strictObject({
  id: idOf('onboardingPlan'),
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Number of the version, counted from 1.', example: 1 }),
})
type PlanVersionRef = z.infer<typeof PlanVersionParams>

const plans = recordQueries({
  permission: 'onboarding-plans:read',
  name: 'onboarding plan',
  find: ({ db }, selection: Selection<Prisma.OnboardingPlanWhereInput>) =>
    db.onboardingPlan.findMany(selection),
  show: each(toOnboardingPlan),
})

export const loadOnboardingPlan = plans.load
export const getOnboardingPlan = plans.get
export const listOnboardingPlans = plans.list((query: OnboardingPlanQuery) => archivedFilter(query))

export const getOnboardingPlanVersion = (ctx: Context, ref: PlanVersionRef) =>
  read(ctx, 'onboarding-plans:read', async (reader) =>
    toOnboardingPlanVersion(await loadPlanVersion(reader, ref)),
  )

export const loadPlanVersion = async (reader: Reader, { id, number }: PlanVersionRef) => {
  const row = await reader.db.onboardingPlanVersion.findFirst({
    where: { tenantId: reader.tenantId, planId: id, number },
  })
  if (!row) throw notFound('version of an onboarding plan')
  return row
}
