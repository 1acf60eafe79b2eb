import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { licenseCountsUntil } from './license-counts-until.ts'
import { itemsOf, type OnboardingRow } from './onboarding-row.ts'

const OWN =
  'The provider, and the person who started the onboarding, cannot approve it. Another person must do so.'

/** Approves a provider to work for the centre. */
export const approveProviderOnboarding = (ctx: Context, ref: RecordRef) =>
  changeOnboarding(ctx, {
    ...ref,
    needs: 'provider-approvals:write',
    work: async (tx, before) => {
      const approvedAlone = await assertSecondPerson(
        tx,
        [before.startedBy, before.providerId],
        OWN,
        { alone: { permission: 'provider-approvals:write', since: before.stageEnteredAt } },
      )
      assertStillValid(before, tx.now)
      for (const item of itemsOf(before))
        if (item.requirement.kind === 'LICENSE' && item.status === 'ACCEPTED')
          await licenseCountsUntil(tx, item)
      return { decision: 'approve', reason: null, approvedAlone }
    },
  })

/** Refuses an approval with expired items. The follow-up requests them again; until then they do not count. */
const assertStillValid = ({ items, status }: OnboardingRow, now: Date): void => {
  const late = items.find(
    (item) => item.status === 'ACCEPTED' && item.expiresAt && item.expiresAt <= now,
  )
  if (!late) return
  throw new DomainError(
    'invalid_transition',
    `'${late.key}' is no longer valid. Return the item, so that it is requested again.`,
    { extra: { status, allowed: ['reject', 'withdraw'] } },
  )
}
