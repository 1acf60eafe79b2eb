import { addMinutes } from '../core/time.ts'
import type { Transaction } from '../core/transaction.ts'
import type { LinkPurposeName } from '../links/purposes.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { findRecipient, type Recipient } from '../messages/recipients.ts'
import {
  appointmentFacts,
  guardiansToTell,
  inMessages,
  NO_GUARDIAN,
  toldGuardians,
  type AppointmentFacts,
} from './appointment-facts.ts'
import {
  FEEDBACK_STEP,
  NOTE_STEP,
  planAfterVisit,
  REBOOKING_STEP,
} from './appointment-follow-up-plan.ts'
import { askEach } from './ask-guardians.ts'
import { defineFollowUp, done, skipped, type Outcome, type StepInHand } from './kind.ts'

/** How long a guardian can answer. */
const LINK_MINUTES = 14 * 24 * 60

/** What follows an appointment that took place. */
export const appointmentFollowUp = defineFollowUp<AppointmentFacts>({
  facts: appointmentFacts,
  plan: planAfterVisit,
  because: ({ status }) => `the appointment is ${status}`,
  endOf: ({ status }) => (status === 'COMPLETED' ? 'COMPLETED' : 'CANCELLED'),
  perform: (tx, facts, inHand) => {
    if (facts.status !== 'COMPLETED') return skipped(`the appointment is ${facts.status}`)
    switch (inHand.step) {
      case FEEDBACK_STEP:
        return askGuardians(tx, facts, inHand, 'feedback.request', 'feedback')
      case NOTE_STEP:
        return nudge(tx, facts, inHand)
      case REBOOKING_STEP:
        return offerRebooking(tx, facts, inHand)
      default:
        return skipped('this version of the platform does not know the step')
    }
  },
})

const askGuardians = async (
  tx: Transaction,
  facts: AppointmentFacts,
  inHand: StepInHand,
  template: 'feedback.request' | 'rebooking.offer',
  purpose: LinkPurposeName,
): Promise<Outcome> => {
  const guardians = await guardiansToTell(tx, facts)
  if (guardians.length === 0) return skipped(`not sent: ${NO_GUARDIAN}`, NO_GUARDIAN)
  const question = {
    template,
    purpose,
    subject: { type: 'appointment', id: facts.id },
    variables: ({ firstName }: Recipient, path: string) => ({
      ...inMessages(facts),
      firstName,
      path,
    }),
    expiresAt: addMinutes(tx.now, LINK_MINUTES),
    zone: facts.zone,
    occasion: facts.statusChangedAt.getTime(),
  }
  await askEach(tx, guardians, question, inHand)
  return done(toldGuardians(guardians))
}

/** A day after the visit its note should be there, signed. */
const nudge = async (
  tx: Transaction,
  facts: AppointmentFacts,
  { step, followUpId, fired }: StepInHand,
): Promise<Outcome> => {
  const [note] = await tx.sql(SIGNED_NOTE, [tx.tenantId, facts.id])
  if (note) return skipped('not needed: the note is signed')
  const recipient = await findRecipient(tx, { type: 'provider', id: facts.providerId })
  if (!recipient) {
    const archived = 'the note is missing, and the provider is archived'
    return skipped(`not sent: ${archived}`, archived)
  }
  await queueMessage(tx, {
    template: 'note.missing',
    variables: {
      ...inMessages(facts),
      firstName: recipient.firstName,
      appointmentId: facts.id,
    },
    recipient,
    subject: { type: 'appointment', id: facts.id },
    dedupeKey: `${followUpId}/${step}/${facts.statusChangedAt.getTime()}`,
    followUp: { id: followUpId, step },
    zone: facts.zone,
    now: fired,
  })
  return done('the note is missing: e-mail to the provider')
}

const offerRebooking = async (
  tx: Transaction,
  facts: AppointmentFacts,
  inHand: StepInHand,
): Promise<Outcome> => {
  const [next] = await tx.sql<{ id: string }>(NEXT_APPOINTMENT, [
    tx.tenantId,
    facts.childId,
    tx.now,
  ])
  if (next) return skipped(`not needed: the child has appointment ${next.id}`)
  return askGuardians(tx, facts, inHand, 'rebooking.offer', 'rebooking')
}

const SIGNED_NOTE = `
  SELECT 1 FROM sessions s JOIN session_notes n ON n.tenant_id = s.tenant_id AND n.session_id = s.id
  WHERE s.tenant_id = $1 AND s.appointment_id = $2 AND n.status <> 'DRAFT' LIMIT 1`

const NEXT_APPOINTMENT = `
  SELECT id FROM appointments
  WHERE tenant_id = $1 AND child_id = $2 AND starts_at > $3
    AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED')
  ORDER BY starts_at LIMIT 1`
