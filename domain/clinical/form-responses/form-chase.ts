import { notFound } from '#platform/core/errors/errors.ts'
import { addMinutes, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'
import type { QuietHours } from '#messaging/messages/rules.ts'
import {
  ATTENTION_STEP,
  REQUEST_STEP,
  isAsking,
  planChase,
  type ChaseFacts,
  whyNot,
} from './plan-chase.ts'
import { loadNeedingVisit, type NeedingVisit } from './needing-visit.ts'
import { leftOut } from '#messaging/follow-ups/while-restricted.ts'

/** Minimum lifetime of a link, even if the form is needed sooner: a late form is better than none. */
const LINK_MINUTES = 14 * 24 * 60

interface Facts extends ChaseFacts {
  id: string
  childId: string
  childFirstName: string
  visit: NeedingVisit | null
}

/** Asks guardians for a form until they submit it or nothing needs it any more. */
export const formChase = defineFollowUp<Facts>({
  resource: 'form-responses',
  facts: async (tx, id) => {
    const [row] = await tx.sql<Row>(FACTS, [tx.tenantId, id])
    if (!row) throw notFound('form response')
    const {
      quietStartTime: startTime,
      quietEndTime: endTime,
      dueAt,
      templateId,
      timeZone,
      ...facts
    } = row
    const visit = await loadNeedingVisit(tx, { childId: row.childId, templateId })
    const quietHours: QuietHours | null =
      startTime !== null && endTime !== null ? { startTime, endTime } : null
    // Steps planned before the last request no longer apply.
    const wantedBy = dueAt && row.askedAt && dueAt > row.askedAt ? dueAt : null
    return {
      ...facts,
      visit,
      neededBy: earlier(wantedBy, visit && visit.startsAt),
      timeZone: visit?.timeZone ?? timeZone,
      quietHours,
    }
  },
  plan: planChase,
  cancelReason: (facts) => whyNot(facts) ?? 'it is now needed at another time',
  finalStatus: ({ status, neededBy }) =>
    status === 'SUBMITTED' || (status === 'OPEN' && neededBy) ? 'COMPLETED' : 'CANCELLED',
  isSettled: (facts) => whyNot(facts) !== undefined,
  whenLate: (step) => (step === ATTENTION_STEP ? 'DONE' : 'SKIPPED'),
  whileRestricted: (step) =>
    step === REQUEST_STEP || step === ATTENTION_STEP ? 'WAITS' : leftOut(),
  perform: (tx, facts, stepRun) => {
    const because = whyNot(facts)
    if (because) return skipped(because)
    if (isAsking(stepRun.step)) return askGuardians(tx, facts, stepRun)
    if (stepRun.step === ATTENTION_STEP) return alertStaff(tx, facts, stepRun)
    return skipped('this version of the platform does not know the step')
  },
})

const askGuardians = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const { id, childId, childFirstName, visit, timeZone } = facts
  const neededBy = facts.neededBy!
  if (neededBy <= tx.now && !stepRun.runNow)
    return skipped('not sent: the time it was needed has passed')
  const guardians = await guardiansOf(tx, childId)
  if (guardians.length === 0) return skipped(`not sent: ${NO_GUARDIAN}`, NO_GUARDIAN)
  const atLeast = addMinutes(tx.now, LINK_MINUTES)
  const question = {
    template: 'form.request',
    purpose: 'form',
    subject: { type: 'formResponse', id },
    variables: ({ firstName }: Recipient, path: string) => ({
      firstName,
      childFirstName,
      path,
      neededBy: inZone(neededBy, timeZone),
      timeZone,
      forVisit: visit?.startsAt.getTime() === neededBy.getTime(),
    }),
    expiresAt: neededBy > atLeast ? neededBy : atLeast,
    timeZone,
    // A repeated request, or one for another time, counts as a new occasion.
    occasion: `${facts.askedAt!.getTime()}-${neededBy.getTime()}`,
  } as const
  await askEach(tx, guardians, question, stepRun)
  return done(guardiansNotified(guardians))
}

/** Asks the staff to hand out the paper form or to call. */
const alertStaff = async (
  tx: Transaction,
  { visit, neededBy }: Facts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const actionRequired = 'a required form was not submitted'
  const recipient = visit && (await findRecipient(tx, { type: 'provider', id: visit.providerId }))
  if (!visit || !recipient) return done('there is nobody to write to', actionRequired)
  await queueMessage(tx, {
    template: 'form.missing',
    variables: {
      firstName: recipient.firstName,
      startsAt: inZone(visit.startsAt, visit.timeZone),
      timeZone: visit.timeZone,
      locationName: visit.locationName,
      locationPhone: visit.locationPhone,
      appointmentId: visit.id,
    },
    recipient,
    subject: { type: 'appointment', id: visit.id },
    dedupeKey: `${followUpId}/${step}/${neededBy!.getTime()}`,
    followUp: { id: followUpId, step },
    timeZone: visit.timeZone,
    now: runNow,
  })
  return done('e-mail to the provider', actionRequired)
}

const earlier = (a: Date | null, b: Date | null): Date | null => {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}

interface Row extends Pick<
  Facts,
  'id' | 'childId' | 'childFirstName' | 'status' | 'childArchived' | 'askedAt'
> {
  templateId: string
  dueAt: Date | null
  remindDaysBefore: number[]
  timeZone: string
  quietStartTime: string | null
  quietEndTime: string | null
}

const FACTS = `
  SELECT r.id, k.id AS "childId", r.template_id AS "templateId", r.status, r.asked_at AS "askedAt",
         r.due_at AS "dueAt", k.archived_at IS NOT NULL AS "childArchived",
         k.first_name AS "childFirstName",
         f.remind_days_before AS "remindDaysBefore", t.default_time_zone AS "timeZone",
         t.quiet_hours_start_time AS "quietStartTime", t.quiet_hours_end_time AS "quietEndTime"
  FROM form_responses r JOIN tenants t ON t.tenant_id = r.tenant_id
  JOIN children k ON k.tenant_id = r.tenant_id AND k.id = r.child_id
  JOIN form_templates f ON f.tenant_id = r.tenant_id AND f.id = r.template_id
  WHERE r.tenant_id = $1 AND r.id = $2 FOR UPDATE OF r`
