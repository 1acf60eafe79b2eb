import type { OnboardingPlan as PlanModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadOnboardingPlan } from './queries.ts'
import { toOnboardingPlan, type OnboardingPlan } from './schemas.ts'

/** How a plan is loaded, written and shown by the verbs that change it. */
export const onboardingPlanRecord: RecordKind<
  PlanModel,
  Prisma.OnboardingPlanUncheckedUpdateInput,
  OnboardingPlan
> = {
  type: 'onboardingPlan',
  table: 'onboarding_plans',
  permission: 'onboarding-plans:write',
  load: loadOnboardingPlan,
  update: (tx, id, data) => tx.db.onboardingPlan.update({ where: keyOf(tx, id), data }),
  show: toOnboardingPlan,
}
