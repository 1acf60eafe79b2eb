import type { Erasure as Model } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { DAY_MS, utc } from '#platform/core/time.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { privacyContact } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadErasure } from './queries.ts'

const UNAPPROVED_STEP = 'unapproved'

/** After the request: who asks to be forgotten is answered within a month (Art. 12(3) GDPR). */
const AFTER_DAYS = { notice: 0, reminder: 7, 'second-reminder': 14, [UNAPPROVED_STEP]: 21 }

type Facts = Pick<Model, 'id' | 'status' | 'createdAt'> & Quiet

/** An erasure that was asked for, until somebody else approves or cancels it. */
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
  // It is about the request, not about the person's record.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    if (facts.status !== 'AWAITING_APPROVAL') return skipped('the erasure was decided on')
    if (stepRun.step === UNAPPROVED_STEP)
      return done(
        'nobody has decided on the erasure',
        'approve or cancel it: who asks to be forgotten is answered within a month',
      )
    return remind(tx, facts, stepRun)
  },
})

/** Nothing once it is decided on. Pure. */
const planApprovalChase = (facts: Omit<Facts, 'id'>): PlannedStep[] =>
  facts.status === 'AWAITING_APPROVAL'
    ? Object.entries(AFTER_DAYS).map(([step, days]) =>
        afterQuiet(step, new Date(facts.createdAt.getTime() + days * DAY_MS), facts),
      )
    : []

const remind = async (
  tx: Transaction,
  { id, createdAt, timeZone }: Facts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const recipient = await privacyContact(tx)
  if (!recipient.email)
    return skipped(
      'not sent: the centre has no privacy contact',
      'set privacyContactEmail in the message settings, and decide on the erasure',
    )
  await queueMessage(tx, {
    template: 'erasure.requested',
    variables: { erasureId: id, requestedAt: utc(createdAt) },
    recipient,
    subject: { type: 'erasure', id },
    dedupeKey: `${followUpId}/${step}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
  })
  return done('e-mail to the privacy contact')
}
