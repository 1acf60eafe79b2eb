import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertNamed } from './assert-named.ts'
import { onboardingPlanRecord } from './record.ts'
import { completed } from './rules.ts'
import type { PatchOnboardingPlan } from './schemas.ts'

/** Changes the next version; published versions stay unchanged. */
export const patchOnboardingPlan = (
  ctx: Context,
  { patch: { requirements: given, ...patch }, ...ref }: RecordRef & { patch: PatchOnboardingPlan },
) =>
  changeRecord(ctx, ref, onboardingPlanRecord, {
    fields: async (_, tx) => {
      if (!given) return patch
      const requirements = completed(given)
      await assertNamed(tx, requirements)
      return { ...patch, requirements: jsonArray(requirements) }
    },
  })
