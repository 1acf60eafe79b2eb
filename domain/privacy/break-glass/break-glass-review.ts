import type { BreakGlassGrant as Model } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { addMinutes, utc } from '#platform/core/time/time.ts'
import { defineFollowUp, done, leftThePlan, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { remindPrivacyContact } from '../remind-privacy-contact.ts'
import { loadBreakGlassGrant } from './queries.ts'

const DAY_MINUTES = 24 * 60

const UNREVIEWED_STEP = 'unreviewed'

/** Delays after the end of the access: two reminders, and then it needs attention. */
const AFTER_MINUTES = {
  reminder: DAY_MINUTES,
  'second-reminder': 3 * DAY_MINUTES,
  [UNREVIEWED_STEP]: 7 * DAY_MINUTES,
}

type Facts = Pick<Model, 'id' | 'reviewedAt' | 'endedAt' | 'expiresAt'> & Quiet

/** Follows an access outside of the caseload until it is reviewed. */
export const breakGlassReview = defineFollowUp<Facts>({
  resource: 'break-glass-reviews',
  facts: async (tx, id) => {
    await lockRecord(tx, 'break_glass_grants', id)
    const { reviewedAt, endedAt, expiresAt } = await loadBreakGlassGrant(tx, id)
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    return { id, reviewedAt, endedAt, expiresAt, timeZone, quietHours }
  },
  plan: (facts) => planReviewChase(facts),
  cancelReason: () => 'the access was reviewed',
  finalStatus: () => 'COMPLETED',
  isSettled: leftThePlan,
  whenLate: (step) => (step === UNREVIEWED_STEP ? 'DONE' : 'SKIPPED'),
  // The subject is the access, not the child's record.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    if (facts.reviewedAt) return skipped('the access was reviewed')
    if (stepRun.step === UNREVIEWED_STEP)
      return done('nobody has reviewed the access', 'an access outside the caseload is unreviewed')
    const over = overAt(facts)
    return remindPrivacyContact(tx, stepRun, {
      template: 'break_glass.unreviewed',
      variables: { grantId: facts.id, overSince: utc(over) },
      subject: { type: 'breakGlassGrant', id: facts.id },
      dedupeKey: `${stepRun.followUpId}/${stepRun.step}/${over.getTime()}`,
      timeZone: facts.timeZone,
      otherwise: 'review the access',
    })
  },
})

/** There are no steps once the access is reviewed, which is possible while it lasts. Pure. */
const planReviewChase = (facts: Omit<Facts, 'id'>): PlannedStep[] =>
  facts.reviewedAt
    ? []
    : Object.entries(AFTER_MINUTES).map(([step, minutes]) =>
        afterQuiet(step, addMinutes(overAt(facts), minutes), facts),
      )

const overAt = ({ endedAt, expiresAt }: Pick<Facts, 'endedAt' | 'expiresAt'>): Date =>
  endedAt ?? expiresAt
