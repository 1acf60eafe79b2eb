import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'

/** Rejects the applicant. The reason is internal. */
export const rejectProviderOnboarding = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  changeOnboarding(ctx, {
    ...ref,
    needs: 'provider-approvals:write',
    work: async () => ({ decision: 'reject', reason }),
  })
