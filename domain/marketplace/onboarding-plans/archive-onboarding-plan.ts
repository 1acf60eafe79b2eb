import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { onboardingPlanRecord } from './record.ts'

/** Nobody new is onboarded by it; onboardings that run go on. */
export const archiveOnboardingPlan = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, onboardingPlanRecord, archiving)
