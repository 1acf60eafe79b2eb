import { expireAppointment } from '../appointments/expire-appointment.ts'
import { loadAppointment } from '../appointments/queries.ts'
import {
  appointmentFacts as eventFacts,
  appointmentSubject,
} from '../appointments/appointment-facts.ts'
import {
  CANCELLATION_NOTICE_STEP,
  DECISION_STEP,
  INVITATION_STEP,
} from '../appointments/notice-steps.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { platformLanguageOf } from '#messaging/locales/languages.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { isText } from '#messaging/channels/rules.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import type { Recipient } from '#messaging/messages/recipient.ts'
import {
  appointmentFacts,
  factsOfAppointments,
  findAppointmentFacts,
  guardiansToTell,
  inMessages,
  type AppointmentFacts,
} from './appointment-facts.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import {
  COMPLETION_STEP,
  CONFIRMATION_STEP,
  NO_SHOW_STEP,
  isReminder,
  planOf,
} from './appointment-lifecycle-plan.ts'
import { checkForNoShow, closeByItself } from './close-by-itself.ts'
import { isReminded, plannedMessages } from './planned-messages.ts'
import { invite } from './invite.ts'
import { cancellationNotice } from './cancellation-notice.ts'
import { notifyDecision } from './notify-decision.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { appointmentEvents } from '../appointments/events.ts'
import { leftOut } from '#messaging/follow-ups/while-restricted.ts'

/** Follows an appointment: reminders, the check for a no-show, completion. */
export const appointmentLifecycle = defineFollowUp<AppointmentFacts>({
  resource: 'appointments',
  facts: appointmentFacts,
  factsOfMany: factsOfAppointments,
  plan: planOf,
  cancelReason: ({ status }) => `the appointment is ${status}`,
  finalStatus: ({ status }) =>
    status === 'CANCELLED' || status === 'DECLINED' || status === 'ENTERED_IN_ERROR'
      ? 'CANCELLED'
      : 'COMPLETED',
  // A proposed fee is settled when it is charged or waived, or when the no-show is undone.
  isSettled: (facts, step, plan) =>
    step.step === NO_SHOW_STEP && step.status === 'DONE'
      ? facts.status !== 'NO_SHOW' || !facts.feeProposed
      : leftThePlan(facts, step, plan),
  // A booking that nobody confirms must not block its slot. Past visits are not judged.
  whenLate: (step) => (step === CONFIRMATION_STEP ? 'DONE' : 'SKIPPED'),
  whileRestricted: (step) => {
    switch (step) {
      case CONFIRMATION_STEP:
      case COMPLETION_STEP:
        return 'DONE'
      case NO_SHOW_STEP:
        return leftOut('nobody could check the child in: record what became of the appointment')
      case CANCELLATION_NOTICE_STEP:
        return leftOut('the guardians were not told of the cancellation')
      default:
        return leftOut()
    }
  },
  messages: async (reader, id, steps) => {
    const facts = await findAppointmentFacts(reader, id)
    return facts ? plannedMessages(reader, facts, steps) : []
  },
  perform: async (tx, facts, stepRun): Promise<Outcome> => {
    const { id, status } = facts
    if (isReminder(stepRun.step)) return remind(tx, facts, stepRun)
    switch (stepRun.step) {
      case NO_SHOW_STEP:
        return checkForNoShow(tx, facts, stepRun)
      case COMPLETION_STEP:
        return closeByItself(tx, facts, stepRun)
      case CONFIRMATION_STEP:
        if (status !== 'PENDING_CONFIRMATION') return skipped(`the appointment is ${status}`)
        await expireAppointment(tx, { id })
        return done('nobody confirmed it in time: marked as EXPIRED, its slot is free again')
      case DECISION_STEP:
        return notifyDecision(tx, facts, stepRun)
      case INVITATION_STEP:
        return invite(tx, facts, stepRun)
      case CANCELLATION_NOTICE_STEP:
        return cancellationNotice(tx, facts, stepRun)
      default:
        return skipped('this version of the platform does not know the step')
    }
  },
})

const remind = async (
  tx: Transaction,
  facts: AppointmentFacts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const { id, status, startsAt, locationId, timeZone, childFirstName } = facts
  if (status !== 'CONFIRMED') return skipped(`not sent: the appointment is ${status}`)
  if (startsAt <= tx.now) return skipped('not sent: the appointment had already begun')
  const appointment = await loadAppointment(tx, id)
  const subject = appointmentSubject(appointment)
  tx.emit(appointmentEvents['appointment.reminder_due'], subject, {
    ...eventFacts(appointment),
    step,
  })

  const guardians = await guardiansToTell(tx, facts)
  const { general, guardians: own, languages: ownLanguage } = facts.reminding
  const told: Recipient[] = []
  let word = 'e-mail'
  for (const recipient of guardians) {
    const { quietHours, language: usual, ...by } = own.get(recipient.id) ?? general
    const channels = [...by.textChannels, ...by.channels]
    if (channels.length === 0) continue
    if (!runNow && !isReminded(facts, recipient.id, step)) continue
    const language = ownLanguage.get(recipient.id) ?? recipient.language ?? usual
    told.push(recipient)
    if (channels.some(isText)) word = 'message'
    const path = await pathOfAnswer(tx, { facts, recipient, language })
    await queueMessage(tx, {
      template: 'appointment.reminder',
      variables: {
        ...inMessages(facts),
        firstName: recipient.firstName,
        childFirstName,
        ...(path !== undefined && { path }),
      },
      recipient,
      subject,
      // Another time requires another reminder.
      dedupeKey: `${followUpId}/${step}/${startsAt.getTime()}/${recipient.id}`,
      followUp: { id: followUpId, step },
      channels,
      language,
      quietHours,
      timeZone,
      now: runNow,
      notAfter: startsAt,
      told: { startsAt, locationId },
    })
  }
  const event = 'the event appointment.reminder_due was sent'
  if (guardians.length === 0) return done(`${event}; no e-mail: ${NO_GUARDIAN}`, NO_GUARDIAN)
  return done(`${event}; ${told.length > 0 ? guardiansNotified(told, word) : NOBODY_WANTS_IT}`)
}

/** The page on which a guardian answers, unless the centre offers no answers. */
const pathOfAnswer = async (
  tx: Transaction,
  {
    facts,
    recipient,
    language,
  }: { facts: AppointmentFacts; recipient: Recipient; language: string },
): Promise<string | undefined> => {
  const { reminderAnswers, language: centreLanguage } = await loadMessagingTerms(tx)
  if (reminderAnswers.length === 0) return undefined
  const { path } = await createLink(tx, {
    purpose: 'attendance',
    subject: { type: 'appointment', id: facts.id },
    recipientId: recipient.id,
    language: platformLanguageOf(language, centreLanguage),
    expiresAt: facts.startsAt,
  })
  return path
}

const NOBODY_WANTS_IT = 'no e-mail: the reminder policies require none now'
