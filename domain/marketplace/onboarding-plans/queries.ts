import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { versionParams, versionQueries } from '#platform/core/records/versions.ts'
import { toOnboardingPlan, toOnboardingPlanVersion } from './schemas.ts'

export const OnboardingPlanQuery = listQuery(
  'onboardingPlan',
  ['-createdAt', 'createdAt', 'name'],
  { ...archivedQuery },
)
export type OnboardingPlanQuery = z.infer<typeof OnboardingPlanQuery>

export const PlanVersionParams = versionParams('onboardingPlan')

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

const versions = versionQueries({
  permission: 'onboarding-plans:read',
  of: 'an onboarding plan',
  find: ({ db, tenantId }, { id, number }) =>
    db.onboardingPlanVersion.findFirst({ where: { tenantId, planId: id, number } }),
  show: toOnboardingPlanVersion,
})

export const loadPlanVersion = versions.load
export const getOnboardingPlanVersion = versions.get
