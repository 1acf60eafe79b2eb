import { appointmentSubject } from '../appointments/appointment-facts.ts'
import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import type { Notice } from '#messaging/messages/templates/appointment-notice.ts'
import { guardiansToTell, inMessages, type AppointmentFacts } from './appointment-facts.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'

/** Invites the guardians and the provider, and notifies the previous provider of the cancellation. */
export const invite = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const { status, startsAt, originallyDueAt, providerId } = facts
  if (status !== 'CONFIRMED') return skipped(`not sent: the appointment is ${status}`)
  if (startsAt <= tx.now) return skipped('not sent: the appointment had already begun')
  if (originallyDueAt && originallyDueAt.providerId !== providerId) {
    const previous = await findRecipient(tx, { type: 'provider', id: originallyDueAt.providerId })
    const then = {
      startsAt: new Date(originallyDueAt.startsAt),
      endsAt: new Date(originallyDueAt.endsAt),
    }
    if (previous) await notify(tx, { ...facts, ...then }, stepRun, 'cancelled', previous)
  }
  return notifyAll(tx, facts, stepRun, originallyDueAt ? 'moved' : 'booked')
}

export const notifyAll = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
  notice: Notice,
): Promise<Outcome> => {
  const guardians = await guardiansToTell(tx, facts)
  const provider = await findRecipient(tx, { type: 'provider', id: facts.providerId })
  const recipients = provider ? [...guardians, provider] : guardians
  for (const recipient of recipients) await notify(tx, facts, stepRun, notice, recipient)
  const to = [
    ...(guardians.length > 0 ? [guardiansNotified(guardians)] : [`no e-mail: ${NO_GUARDIAN}`]),
    ...(provider ? ['e-mail to the provider'] : []),
  ]
  const outcome = `${notice}: ${to.join('; ')}`
  return guardians.length > 0 ? done(outcome) : done(outcome, NO_GUARDIAN)
}

const notify = (
  tx: Transaction,
  facts: AppointmentFacts,
  { step, followUpId, runNow }: StepRun,
  notice: Notice,
  recipient: Recipient,
) =>
  queueMessage(tx, {
    template: 'appointment.notice',
    variables: {
      ...inMessages(facts),
      endsAt: inZone(facts.endsAt, facts.timeZone),
      appointmentId: facts.id,
      sequence: facts.version,
      firstName: recipient.firstName,
      childName:
        recipient.type === 'provider'
          ? `${String.fromCodePoint(facts.childFirstName.codePointAt(0)!)}.`
          : facts.childFirstName,
      notice,
    },
    recipient,
    subject: appointmentSubject(facts),
    dedupeKey: `${followUpId}/${step}/${noticeTime(facts, notice).getTime()}/${recipient.id}`,
    followUp: { id: followUpId, step },
    timeZone: facts.timeZone,
    now: runNow,
    notAfter: facts.startsAt,
  })

/** A new time, or another cancellation, requires another notice. */
const noticeTime = ({ bookedAt, statusChangedAt }: AppointmentFacts, notice: Notice): Date =>
  notice === 'cancelled' && statusChangedAt > bookedAt ? statusChangedAt : bookedAt
