import type { Erasure as Model } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { DAY_MS, utc } from '#platform/core/time/time.ts'
import { defineFollowUp, done, leftThePlan, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { remindPrivacyContact } from '../remind-privacy-contact.ts'
import { loadErasure } from './queries.ts'

const UNAPPROVED_STEP = 'unapproved'

/** Delays after the request. A request for erasure must be answered within a month (Art. 12(3) GDPR). */
const AFTER_DAYS = { notice: 0, reminder: 7, 'second-reminder': 14, [UNAPPROVED_STEP]: 21 }

type Facts = Pick<Model, 'id' | 'status' | 'createdAt'> & Quiet

/** Follows a requested erasure until another person approves or cancels it. */
export const erasureApproval = defineFollowUp<Facts>({
  resource: 'erasures',
  facts: async (tx, id) => {
    await lockRecord(tx, 'erasures', id)
    const { status, createdAt } = await loadErasure(tx, id)
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    return { id, status, createdAt, timeZone, quietHours }
  },
  plan: (facts) => planApprovalChase(facts),
  cancelReason: () => 'the erasure was decided on',
  finalStatus: () => 'COMPLETED',
  isSettled: leftThePlan,
  whenLate: (step) => (step === UNAPPROVED_STEP ? 'DONE' : 'SKIPPED'),
  // The subject is the request, not the person's record.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    if (facts.status !== 'AWAITING_APPROVAL') return skipped('the erasure was decided on')
    if (stepRun.step === UNAPPROVED_STEP)
      return done(
        'nobody has decided on the erasure',
        'approve or cancel it: a request to be forgotten must be answered within a month',
      )
    return remindPrivacyContact(tx, stepRun, {
      template: 'erasure.requested',
      variables: { erasureId: facts.id, requestedAt: utc(facts.createdAt) },
      subject: { type: 'erasure', id: facts.id },
      dedupeKey: `${stepRun.followUpId}/${stepRun.step}`,
      timeZone: facts.timeZone,
      otherwise: 'decide on the erasure',
    })
  },
})

/** There are no steps once the erasure is decided. Pure. */
const planApprovalChase = (facts: Omit<Facts, 'id'>): PlannedStep[] =>
  facts.status === 'AWAITING_APPROVAL'
    ? Object.entries(AFTER_DAYS).map(([step, days]) =>
        afterQuiet(step, new Date(facts.createdAt.getTime() + days * DAY_MS), facts),
      )
    : []
