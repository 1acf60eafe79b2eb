import { assertNotJustSent } from '#platform/core/access/assert-not-just-sent.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { onboardingRecord } from './record.ts'
import { assertRunning } from './rules.ts'
import { providerOnboardingWorkflow } from './workflows.ts'

/** Sends the applicant another link, even after months. Its page shows what is missing. */
export const inviteApplicant = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, onboardingRecord, {
    fields: (before, tx) => {
      assertRunning(before)
      const { status, createdAt, invitedAt } = before
      const sentAgainAt = invitedAt > createdAt ? invitedAt : null
      assertNotJustSent('A link', sentAgainAt, { now: tx.now, status })
      return { invitedAt: tx.now }
    },
    effects: (tx, { id }) => tx.wake(providerOnboardingWorkflow, id),
  })
