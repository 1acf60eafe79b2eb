import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'

/** Withdraws the application at the applicant's request. */
export const withdrawProviderOnboarding = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) => changeOnboarding(ctx, { ...ref, work: async () => ({ decision: 'withdraw', reason }) })
