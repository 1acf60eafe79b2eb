import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertNamed } from './assert-named.ts'
import { completed } from './rules.ts'
import { toOnboardingPlan, type CreateOnboardingPlan, type OnboardingPlan } from './schemas.ts'

/** Creates a plan. It cannot be used before a version is published. */
export const createOnboardingPlan = (
  ctx: Context,
  { name, requirements: given }: CreateOnboardingPlan,
): Promise<OnboardingPlan> =>
  transact(ctx, 'onboarding-plans:write', async (tx) => {
    const requirements = completed(given)
    await assertNamed(tx, requirements)
    const row = await tx.db.onboardingPlan.create({
      data: {
        ...freshRecord(tx, newId('onboardingPlan')),
        name,
        requirements: jsonArray(requirements),
      },
    })
    tx.created({ type: 'onboardingPlan', id: row.id }, row)
    return toOnboardingPlan(row)
  })
