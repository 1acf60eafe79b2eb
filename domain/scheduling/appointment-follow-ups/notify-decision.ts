import { appointmentSubject } from '../appointments/appointment-facts.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { DECISIONS } from '#messaging/messages/templates/appointment-decision.ts'
import { guardiansToTell, inMessages, type AppointmentFacts } from './appointment-facts.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'

/** Notifies guardians of the decision about a booking. */
export const notifyDecision = async (
  tx: Transaction,
  facts: AppointmentFacts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const { status, startsAt, locationId, timeZone, childFirstName, decidedAt } = facts
  const decision = DECISIONS.find((known) => known === status)
  if (!decision || !decidedAt) return skipped(`not sent: the appointment is ${status}`)
  if (startsAt <= tx.now && decision === 'CONFIRMED') {
    return skipped('not sent: the appointment had already begun')
  }
  const guardians = await guardiansToTell(tx, facts)
  for (const recipient of guardians) {
    await queueMessage(tx, {
      template: 'appointment.decision',
      variables: { ...inMessages(facts), firstName: recipient.firstName, childFirstName, decision },
      recipient,
      subject: appointmentSubject(facts),
      dedupeKey: `${followUpId}/${step}/${decidedAt.getTime()}/${recipient.id}`,
      followUp: { id: followUpId, step },
      timeZone,
      now: runNow,
      ...(decision === 'CONFIRMED' && { told: { startsAt, locationId } }),
    })
  }
  return guardians.length > 0
    ? done(guardiansNotified(guardians))
    : done(`no e-mail: ${NO_GUARDIAN}`, NO_GUARDIAN)
}
