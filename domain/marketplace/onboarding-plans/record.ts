import type { OnboardingPlan as PlanModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadOnboardingPlan } from './queries.ts'
import { toOnboardingPlan, type OnboardingPlan } from './schemas.ts'

/** How a plan is loaded, written and shown by the verbs that change it. */
export const onboardingPlanRecord: ArchivableKind<
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
  // An archived plan starts no new onboardings. Onboardings that have started continue.
  ...archivable,
}
