import { notFound } from '#platform/core/errors/errors.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { findSupervisor } from '#organization/supervisions/queries.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { ESCALATE_STEP, planReview, REMIND_STEP, type ReviewFacts } from './plan-review.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { goalEvents } from './events.ts'

/** How long the link is valid. */
const LINK_MINUTES = 30 * 24 * 60

interface Facts extends ReviewFacts {
  id: string
  goalId: string
  childId: string
  /** The provider who responds: see THERAPIST. */
  providerId: string | null
}

/** Asks the therapist about a goal that regresses or stagnates, once per finding. */
export const childProgressFollowUp = defineFollowUp<Facts>({
  resource: 'goals',
  facts: async (tx, id) => {
    const [row] = await tx.sql<Omit<Facts, 'timeZone' | 'quietHours'>>(FACTS, [tx.tenantId, id])
    if (!row) throw notFound('goal review')
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    return { ...row, timeZone, quietHours }
  },
  plan: planReview,
  cancelReason: ({ status }) => `the review is ${status}`,
  finalStatus: ({ status }) => (status === 'RESOLVED' ? 'CANCELLED' : 'COMPLETED'),
  isSettled: ({ status }) => status !== 'OPEN',
  whenLate: (step) => (step === ESCALATE_STEP ? 'DONE' : 'SKIPPED'),
  whileRestricted: () => 'WAITS',
  perform: async (tx, facts, stepRun) => {
    if (facts.status !== 'OPEN') return skipped(`not needed: the review is ${facts.status}`)
    if (stepRun.step === ESCALATE_STEP) return escalate(tx, facts, stepRun)
    const { providerId: id } = facts
    const therapist = id === null ? undefined : await findRecipient(tx, { type: 'provider', id })
    if (!therapist) return skipped(`not sent: ${NO_THERAPIST}`, NO_THERAPIST)
    const stage = stepRun.step === REMIND_STEP ? 'reminded' : 'asked'
    await ask(tx, facts, stepRun, { recipient: therapist, stage })
    return done(`the therapist was ${stage}: e-mail to ${therapist.id}`)
  },
})

const NO_THERAPIST = 'the child has no therapist to ask'

const escalate = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const { id, goalId, childId, providerId } = facts
  const subject = { type: 'goalReview', id } as const
  tx.emit(goalEvents['goal.review_escalated'], subject, { reviewId: id, goalId, childId })
  const supervisor = providerId === null ? undefined : await findSupervisor(tx, providerId)
  const unanswered = 'nobody has answered about the goal within a week'
  if (!supervisor)
    return done('there is no supervisor to notify', `${unanswered}; there is no supervisor`)
  await ask(tx, facts, stepRun, { recipient: supervisor, stage: 'escalated' })
  return done(`e-mail to the supervisor ${supervisor.id}`, unanswered)
}

const ask = (
  tx: Transaction,
  { id, timeZone }: Facts,
  stepRun: StepRun,
  { recipient, stage }: { recipient: Recipient; stage: 'asked' | 'reminded' | 'escalated' },
) =>
  askEach(
    tx,
    [recipient],
    {
      template: 'progress.review',
      purpose: 'goal-review',
      subject: { type: 'goalReview', id },
      variables: ({ firstName }, path) => ({ firstName, reviewId: id, stage, path }),
      expiresAt: addMinutes(tx.now, LINK_MINUTES),
      timeZone,
    },
    stepRun,
  )

/**
 * The provider of the latest session that worked on or measured the goal; else the child's primary provider;
 * else the provider of the child's latest session.
 */
const THERAPIST = `
  COALESCE(
    (SELECT s.provider_id FROM sessions s
     WHERE s.tenant_id = g.tenant_id AND s.id IN (
       SELECT session_id FROM session_goals WHERE tenant_id = g.tenant_id AND goal_id = g.id
       UNION ALL
       SELECT session_id FROM goal_measurements
       WHERE tenant_id = g.tenant_id AND goal_id = g.id AND session_id IS NOT NULL AND voided_at IS NULL)
     ORDER BY s.started_at DESC LIMIT 1),
    c.primary_provider_id,
    (SELECT s.provider_id FROM sessions s
     WHERE s.tenant_id = g.tenant_id AND s.child_id = g.child_id ORDER BY s.started_at DESC LIMIT 1))`

const FACTS = `
  SELECT r.id, r.status, r.created_at AS "foundAt", r.goal_id AS "goalId", g.child_id AS "childId",
         ${THERAPIST} AS "providerId"
  FROM goal_reviews r
  JOIN goals g ON g.tenant_id = r.tenant_id AND g.id = r.goal_id
  JOIN children c ON c.tenant_id = g.tenant_id AND c.id = g.child_id
  WHERE r.tenant_id = $1 AND r.id = $2 FOR UPDATE OF r`
