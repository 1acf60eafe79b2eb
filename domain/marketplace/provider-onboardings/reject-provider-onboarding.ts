import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'

/** Turns the applicant down. The reason is for the centre. */
export const rejectProviderOnboarding = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  changeOnboarding(ctx, {
    ...ref,
    needs: 'provider-approvals:write',
    work: async () => ({ decision: 'reject', reason }),
  })
