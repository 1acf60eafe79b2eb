import { notFound } from '#platform/core/errors/errors.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { dateIn, dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { findSupervisor } from '#organization/supervisions/queries.ts'
import { assessmentFacts } from './follow-closing.ts'
import { planReminders, type ReminderFacts } from './plan-reminders.ts'
import { overdueOn } from './rules.ts'
import { OPEN } from './rules.ts'
import { assessmentEvents } from './events.ts'

interface Row {
  id: string
  childId: string
  instrumentId: string
  scheduleId: string | null
  status: string
  dueOn: Date
  graceDays: number
  archived: boolean
  /** The provider who is reminded. */
  providerId: string | null
  timeZone: string | null
}

interface Facts extends ReminderFacts, Omit<Row, 'timeZone' | 'dueOn'> {
  today: string
}

/**
 * Follows an assessment: it becomes due, its provider is reminded, it becomes overdue and is escalated.
 * Families are contacted only with approval: see the recall (domain/agents/recall).
 */
export const assessmentReminder = defineFollowUp<Facts>({
  resource: 'assessments',
  facts: async (tx, id) => {
    const [row] = await tx.sql<Row>(ROW, [tx.tenantId, id])
    if (!row) throw notFound('assessment')
    const terms = await loadMessagingTerms(tx)
    const timeZone = row.timeZone ?? terms.timeZone
    return {
      ...row,
      dueOn: dateText(row.dueOn),
      open: (OPEN as readonly string[]).includes(row.status),
      today: dateIn(tx.now, timeZone),
      timeZone,
      quietHours: terms.quietHours,
    }
  },
  plan: planReminders,
  cancelReason: ({ archived, open, status }) =>
    archived ? 'the child is archived' : open ? 'it is now due on another day' : `it is ${status}`,
  finalStatus: () => 'COMPLETED',
  isSettled: ({ open, archived }) => !open || archived,
  whenLate: (step) => (step.startsWith('reminder') ? 'SKIPPED' : 'DONE'),
  whileRestricted: () => 'WAITS',
  perform: (tx, facts, stepRun) => {
    if (facts.archived) return skipped('the child is archived')
    if (!facts.open) return skipped(`it is ${facts.status}`)
    switch (stepRun.step) {
      case 'due':
        return becomeDue(tx, facts, stepRun)
      case 'overdue':
        return becomeOverdue(tx, facts, stepRun)
      case 'escalation':
        return escalate(tx, facts, stepRun)
      default:
        if (facts.today >= overdueOn(facts) && !stepRun.runNow)
          return skipped('it is already overdue')
        return notifyProvider(tx, facts, stepRun, false)
    }
  },
})

const becomeDue = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const subject = { type: 'assessment', id: facts.id } as const
  if (facts.status === 'SCHEDULED') await become(tx, facts, 'DUE')
  tx.emit(assessmentEvents['assessment.due'], subject, dueFacts(facts))
  if (facts.today >= overdueOn(facts)) return done('due, and already overdue')
  return notifyProvider(tx, facts, stepRun, false)
}

const dueFacts = (facts: Facts) => ({
  ...assessmentFacts(facts),
  dueOn: facts.dueOn,
  ...(facts.providerId && { providerId: facts.providerId }),
})

const becomeOverdue = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const { dueOn } = facts
  await become(tx, facts, 'OVERDUE')
  const subject = { type: 'assessment', id: facts.id } as const
  tx.emit(assessmentEvents['assessment.overdue'], subject, dueFacts(facts))
  const { outcome } = await notifyProvider(tx, facts, stepRun, true)
  return done(outcome, `the assessment was due on ${dueOn} and is overdue`)
}

/** Escalates from the provider to the supervisor, or to the manager of follow-ups. */
const escalate = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const { providerId } = facts
  const supervisor = providerId === null ? undefined : await findSupervisor(tx, providerId)
  if (supervisor) await tell(tx, facts, stepRun, { recipient: supervisor, overdue: true })
  const outcome = supervisor ? 'e-mail to the supervisor' : 'there is no supervisor to tell'
  return done(outcome, `nobody has assessed the child since ${facts.dueOn}`)
}

const NO_PROVIDER = 'there is no provider to remind: name one in the schedule or on the child'

const notifyProvider = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  overdue: boolean,
): Promise<Outcome> => {
  const { providerId: id } = facts
  const recipient = id === null ? undefined : await findRecipient(tx, { type: 'provider', id })
  if (!recipient) return done('no e-mail', NO_PROVIDER)
  await tell(tx, facts, stepRun, { recipient, overdue })
  return done('e-mail to the provider')
}

const tell = async (
  tx: Transaction,
  { id, dueOn, timeZone }: Facts,
  { step, followUpId, runNow }: StepRun,
  { recipient, overdue }: { recipient: Recipient; overdue: boolean },
) =>
  queueMessage(tx, {
    template: 'assessment.due',
    variables: { firstName: recipient.firstName, assessmentId: id, dueOn, overdue },
    recipient,
    subject: { type: 'assessment', id },
    dedupeKey: `${followUpId}/${step}/${dueOn}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
  })

const become = async (
  tx: Transaction,
  { id, status: before }: Facts,
  status: 'DUE' | 'OVERDUE',
) => {
  await tx.db.assessment.update({ where: keyOf(tx, id), data: { status, ...touched(tx) } })
  tx.changed({ type: 'assessment', id }, { status: before }, { status })
}

const ROW = `
  SELECT a.id, a.child_id AS "childId", a.instrument_id AS "instrumentId", a.schedule_id AS "scheduleId", a.status::text,
         a.due_on::timestamp AT TIME ZONE 'UTC' AS "dueOn", COALESCE(s.grace_days, 1) AS "graceDays",
         k.archived_at IS NOT NULL AS archived, COALESCE(s.provider_id, k.primary_provider_id) AS "providerId", l.time_zone AS "timeZone"
  FROM assessments a
  JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id
  LEFT JOIN assessment_schedules s ON s.tenant_id = a.tenant_id AND s.id = a.schedule_id
  LEFT JOIN locations l ON l.tenant_id = s.tenant_id AND l.id = s.location_id
  WHERE a.tenant_id = $1 AND a.id = $2 FOR UPDATE OF a`
