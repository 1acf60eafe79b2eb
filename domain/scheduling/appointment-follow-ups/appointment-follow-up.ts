import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { LinkPurposeName } from '#messaging/links/link-purpose.ts'
import { loadChild } from '#people/children/queries.ts'
import { noteStateOf, type NoteState } from '#clinical/notes/queries.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import {
  appointmentFacts,
  guardiansToTell,
  inMessages,
  type AppointmentFacts,
} from './appointment-facts.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import { FEEDBACK_STEP, REBOOKING_STEP, planAfterVisit } from './appointment-follow-up-plan.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { ARCHIVED, NOTE_STEP, SUPERVISOR_STEP } from '#clinical/notes/missing-note-plan.ts'
import { notifySupervisor } from '#clinical/notes/notify-supervisor.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { leftOut } from '#messaging/follow-ups/while-restricted.ts'

/** How long a guardian can respond. */
const LINK_MINUTES = 14 * 24 * 60

interface Facts extends AppointmentFacts {
  /** The note of the appointment's session. */
  note: { sessionId: string | null; startedAt: Date; state: NoteState }
}

/** Follows a completed appointment. */
export const appointmentFollowUp = defineFollowUp<Facts>({
  resource: 'appointments',
  facts: async (tx, id) => {
    const facts = await appointmentFacts(tx, id)
    const [session] = await tx.sql<{ sessionId: string; startedAt: Date }>(SESSION, [
      tx.tenantId,
      id,
    ])
    const state = session ? await noteStateOf(tx, session.sessionId) : 'NOT_AWAITED'
    return { ...facts, note: { sessionId: null, startedAt: facts.startsAt, ...session, state } }
  },
  plan: planAfterVisit,
  cancelReason: ({ status }) => `the appointment is ${status}`,
  finalStatus: ({ status }) => (status === 'COMPLETED' ? 'COMPLETED' : 'CANCELLED'),
  // Feedback is optional, so only a bouncing address needs attention.
  isSettled: ({ status, note }, { step, unreached = false }) =>
    status !== 'COMPLETED' || (step.startsWith(NOTE_STEP) ? note.state !== 'MISSING' : !unreached),
  whenLate: (step) => (step.startsWith(NOTE_STEP) ? 'DONE' : 'SKIPPED'),
  whileRestricted: (step) =>
    step === FEEDBACK_STEP || step === REBOOKING_STEP ? leftOut() : 'WAITS',
  perform: (tx, facts, stepRun) => {
    if (facts.status !== 'COMPLETED') return skipped(`the appointment is ${facts.status}`)
    switch (stepRun.step) {
      case FEEDBACK_STEP:
        return askGuardians(tx, facts, stepRun, 'feedback.request', 'feedback')
      case NOTE_STEP:
        return nudge(tx, facts, stepRun)
      case SUPERVISOR_STEP:
        return escalate(tx, facts, stepRun)
      case REBOOKING_STEP:
        return offerRebooking(tx, facts, stepRun)
      default:
        return skipped('this version of the platform does not know the step')
    }
  },
})

const askGuardians = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
  template: 'feedback.request' | 'rebooking.offer',
  purpose: LinkPurposeName,
): Promise<Outcome> => {
  const guardians = await guardiansToTell(tx, facts)
  if (guardians.length === 0) return skipped(`not sent: ${NO_GUARDIAN}`)
  const question = {
    template,
    purpose,
    subject: { type: 'appointment', id: facts.id } as const,
    variables: ({ firstName }: Recipient, path: string) => ({
      ...inMessages(facts),
      firstName,
      path,
    }),
    expiresAt: addMinutes(tx.now, LINK_MINUTES),
    timeZone: facts.timeZone,
    occasion: facts.statusChangedAt.getTime(),
  }
  await askEach(tx, guardians, question, stepRun)
  return done(guardiansNotified(guardians))
}

/** Notifies the provider one day after the visit, when the signed note is due. */
const nudge = async (
  tx: Transaction,
  facts: Facts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const needless = noteNotNeeded(facts)
  if (needless) return needless
  const recipient = await findRecipient(tx, { type: 'provider', id: facts.providerId })
  if (!recipient) {
    return skipped(`not sent: ${ARCHIVED}`, ARCHIVED)
  }
  await queueMessage(tx, {
    template: 'session_note.missing',
    variables: {
      ...inMessages(facts),
      firstName: recipient.firstName,
      appointmentId: facts.id,
    },
    recipient,
    subject: { type: 'appointment', id: facts.id },
    dedupeKey: `${followUpId}/${step}/${facts.statusChangedAt.getTime()}`,
    followUp: { id: followUpId, step },
    timeZone: facts.timeZone,
    now: runNow,
  })
  return done('the note is missing: e-mail to the provider')
}

const noteNotNeeded = ({ note }: Facts): Outcome | undefined => {
  if (note.state === 'MISSING') return undefined
  return skipped(
    note.state === 'WRITTEN' ? 'not needed: the note is signed' : 'not needed: no note is expected',
  )
}

/** Escalates two days after the visit if there is still no note. */
const escalate = (tx: Transaction, facts: Facts, stepRun: StepRun) => {
  const { note, providerId, timeZone } = facts
  const session = { ...note, sessionId: note.sessionId!, providerId, timeZone }
  return noteNotNeeded(facts) ?? notifySupervisor(tx, session, stepRun)
}

const offerRebooking = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const [next] = await tx.sql<{ id: string }>(NEXT_APPOINTMENT, [
    tx.tenantId,
    facts.childId,
    tx.now,
  ])
  if (next) return skipped(`not needed: the child has appointment ${next.id}`)
  const { dischargedAt } = await loadChild(tx, facts.childId)
  if (dischargedAt) return skipped('not sent: the child was discharged')
  return askGuardians(tx, facts, stepRun, 'rebooking.offer', 'rebooking')
}

const SESSION = `
  SELECT id AS "sessionId", started_at AS "startedAt" FROM sessions
  WHERE tenant_id = $1 AND appointment_id = $2`

const NEXT_APPOINTMENT = `
  SELECT id FROM appointments
  WHERE tenant_id = $1 AND child_id = $2 AND starts_at > $3
    AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED')
  ORDER BY starts_at LIMIT 1`
