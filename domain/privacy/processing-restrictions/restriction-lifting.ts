import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import { inZone, utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import type { PlannedStep } from '#messaging/follow-ups/plan.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { lockRestriction } from './change-restriction.ts'
import { liftRestriction } from './lift-restriction.ts'
import { toBeInformed } from './to-be-informed.ts'
import { withdrawLifting } from './withdraw-lifting.ts'

const TELL_STEP = 'tell'
const LIFT_STEP = 'lift'

type Facts = Pick<Model, 'announcedAt' | 'liftsAt' | 'liftedAt'> & { row: Model; timeZone: string }

/** Follows the announced lifting of a restriction: first the notice, then the lifting (Art. 18(3) GDPR). */
export const restrictionLifting = defineFollowUp<Facts>({
  resource: 'processing-restrictions',
  facts: async (tx, id) => {
    const row = await lockRestriction(tx, id)
    const { timeZone } = await loadMessagingTerms(tx)
    return { ...row, row, timeZone }
  },
  plan: (facts) => planLifting(facts),
  cancelReason: ({ liftedAt }) => (liftedAt ? 'it was lifted' : 'its lifting is no longer planned'),
  finalStatus: ({ liftedAt }) => (liftedAt ? 'COMPLETED' : 'CANCELLED'),
  // If it was announced again or lifted, the people concerned have been informed.
  isSettled: ({ liftsAt, liftedAt }) => liftsAt !== null || liftedAt !== null,
  // If the notice is late, people would learn of the lifting in the same minute as it happens.
  whenLate: () => 'SKIPPED',
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    if (facts.liftedAt) return skipped('it was lifted')
    if (!facts.liftsAt) return skipped('its lifting is no longer planned')
    return stepRun.step === TELL_STEP ? tell(tx, facts, stepRun) : liftIfTold(tx, facts, stepRun)
  },
})

/** Plans the notice to the person who obtained the restriction, and the lifting after the notice period. Pure. */
const planLifting = ({
  announcedAt,
  liftsAt,
  liftedAt,
}: Pick<Facts, 'announcedAt' | 'liftsAt' | 'liftedAt'>): PlannedStep[] =>
  liftsAt && !liftedAt
    ? [
        { step: TELL_STEP, dueAt: announcedAt! },
        { step: LIFT_STEP, dueAt: liftsAt },
      ]
    : []

const tell = async (
  tx: Transaction,
  { row, timeZone }: Facts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const recipients = await toBeInformed(tx, row)
  for (const recipient of recipients)
    await queueMessage(tx, {
      template: 'restriction.lifting',
      variables: {
        firstName: recipient.firstName,
        liftsAt: inZone(row.liftsAt!, timeZone),
        timeZone,
      },
      recipient,
      subject: { type: 'processingRestriction', id: row.id },
      dedupeKey: `${followUpId}/${step}/${row.announcedAt!.getTime()}/${recipient.id}`,
      followUp: { id: followUpId, step },
      timeZone,
      now: runNow,
      notAfter: row.liftsAt!,
    })
  return done(`e-mail to ${recipients.length}: it is lifted at ${utc(row.liftsAt!)}`)
}

/** Lifts the restriction if somebody was informed. If nobody was reached, it stays, and a person must inform them. */
const liftIfTold = async (
  tx: Transaction,
  { row }: Facts,
  { followUpId }: StepRun,
): Promise<Outcome> => {
  const [told] = await tx.sql(TOLD, [tx.tenantId, followUpId, TELL_STEP])
  if (told) {
    await liftRestriction(tx, row, { liftReason: row.liftReason! })
    return done('it was lifted')
  }
  await withdrawLifting(tx, row)
  return skipped(
    'not lifted: no e-mail reached anybody',
    'tell those who obtained the restriction, then lift it and state in `notifiedBy` how',
  )
}

const TOLD = `
  SELECT 1 FROM messages WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3 AND status = 'SENT' LIMIT 1`
