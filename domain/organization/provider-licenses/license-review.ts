import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { dateTextOrNull } from '#platform/core/time/time.ts'
import { defineFollowUp, done, leftThePlan, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import type { PlannedStep } from '#messaging/follow-ups/plan.ts'
import { loadProvider } from '../providers/queries.ts'
import { loadProviderLicense } from './queries.ts'
import { reviewOf, type ReviewFacts } from './rules.ts'

/** What a person must do, keyed by the name of the step. */
const ASKED = {
  mismatch: 'a registry has different data on record: correct the license, or verify it yourself',
  unanswered: 'a registry gave no answer: verify the license yourself, or have it checked again',
  expired:
    'the license has expired and its provider is suspended: renew it and reinstate them, or take care of their appointments',
} as const

/** Follows a license that a person must review. Its steps have no due time. */
export const licenseReview = defineFollowUp<ReviewFacts>({
  resource: 'provider-licenses',
  facts: async (tx, id) => {
    await lockRecord(tx, 'provider_licenses', id)
    const { expiresOn, ...license } = await loadProviderLicense(tx, id)
    const { suspendedAt, suspensionReason } = await loadProvider(tx, license.providerId)
    return { ...license, expiresOn: dateTextOrNull(expiresOn), suspendedAt, suspensionReason }
  },
  plan: (facts) => planReview(facts),
  cancelReason: () => 'nothing needs a review any more',
  finalStatus: () => 'COMPLETED',
  isSettled: leftThePlan,
  whenLate: () => 'DONE',
  // Its subject is a provider, who cannot be restricted.
  whileRestricted: () => 'DONE',
  perform: (_tx, facts, { step }) => {
    if (!planReview(facts).some((planned) => planned.step === step))
      return skipped('somebody has handled it')
    return done('shown to the centre', ASKED[step as keyof typeof ASKED])
  },
})

const planReview = (facts: ReviewFacts): PlannedStep[] => {
  const review = reviewOf(facts)
  return review ? [review] : []
}
