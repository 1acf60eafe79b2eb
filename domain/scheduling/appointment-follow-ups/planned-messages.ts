import { refusalOf } from '#messaging/channels/rules.ts'
import { afterQuietHours, outlookOf } from '#messaging/messages/rules.ts'
import { isKindOn } from '#messaging/messages/family-kinds.ts'
import { kindOf } from '#messaging/messages/kind-of.ts'
import { guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import {
  CANCELLATION_NOTICE_STEP,
  DECISION_STEP,
  INVITATION_STEP,
} from '../appointments/notice-steps.ts'
import type { AppointmentFacts } from './appointment-facts.ts'
import { isReminder, reminderStep } from './appointment-lifecycle-plan.ts'
import { FEEDBACK_STEP, REBOOKING_STEP } from './appointment-follow-up-plan.ts'
import type { Outlook } from '#messaging/messages/show-outlooks.ts'
import type { NoNotice } from './notice-rules.ts'
import { noticesOf } from './notices-of.ts'

interface Step {
  step: string
  dueAt: Date
}

/** The messages that the pending steps of an appointment will send, as things are now. */
export const plannedMessages = async (
  reader: Reader,
  facts: AppointmentFacts,
  steps: readonly Step[],
): Promise<Outlook[]> => {
  const guardians = await guardiansOf(reader, facts.childId)
  const outlooks: Outlook[] = []
  for (const step of steps) {
    if (step.step === INVITATION_STEP || step.step === CANCELLATION_NOTICE_STEP)
      outlooks.push(...(await noticesAt(reader, facts, step)))
    else outlooks.push(...toGuardians(facts, guardians, step))
  }
  return outlooks
}

const NONE = { KNOWN: 'already_known', NOT_TOLD: 'not_told', TURNED_OFF: 'turned_off' } as const

const noticesAt = async (
  reader: Reader,
  facts: AppointmentFacts,
  step: Step,
): Promise<Outlook[]> => {
  const persons = await noticesOf(reader, facts)
  const outlooks = persons.flatMap(({ recipient, notice, none }): Outlook[] => {
    if (notice) return [outlook(facts, recipient, step, kindOf('appointment.notice', { notice }))]
    // A provider of a centre without invitations would get nothing.
    return recipient.type === 'client' ? [unneeded(recipient, step, none!)] : []
  })
  return persons.some(({ recipient }) => recipient.type === 'client')
    ? outlooks
    : [nobody(step), ...outlooks]
}

const unneeded = (recipient: Recipient, { step, dueAt }: Step, none: NoNotice): Outlook => ({
  kind: step === INVITATION_STEP ? 'APPOINTMENT_MOVED' : 'APPOINTMENT_CANCELLED',
  outlook: 'NOT_SENT',
  at: dueAt,
  recipient,
  reason: NONE[none],
  step,
})

const nobody = ({ step, dueAt }: Step): Outlook => ({
  kind: null,
  outlook: 'NOT_SENT',
  at: dueAt,
  recipient: null,
  reason: 'no_guardian',
  step,
})

const outlook = (
  { restricted, kinds, ...facts }: AppointmentFacts,
  recipient: Recipient,
  { step, dueAt }: Step,
  kind: Outlook['kind'],
): Outlook => {
  const isNotice = step === INVITATION_STEP || step === CANCELLATION_NOTICE_STEP
  const turnedOff = kind !== null && !isNotice && !isKindOn(kinds, kind)
  const isReminding = isReminder(step)
  const own = isReminding ? facts.reminding.guardians.get(recipient.id) : undefined
  const { quietHours } = own ?? (isReminding ? facts.reminding.general : facts)
  const at = afterQuietHours(dueAt, facts.timeZone, quietHours)
  const notAfter = isNotice || isReminding ? facts.startsAt : null
  const { reason } = outlookOf({
    refusal: refusalOf('EMAIL', byMail(recipient), { hasSender: true }),
    restricted,
    turnedOff,
    dueAt: at,
    notAfter,
  })
  return {
    kind: recipient.type === 'client' ? kind : null,
    outlook: reason ? 'NOT_SENT' : 'PLANNED',
    at,
    recipient,
    reason,
    step,
  }
}

/** What a text would be refused for is decided when it is queued; until then, e-mail is planned. */
const byMail = ({ email: address }: Recipient) => ({ address, problem: null, consent: null })

/** The kind of message that a step sends to guardians; undefined if it sends none. */
const kindOfStep = (step: string): Outlook['kind'] | undefined => {
  if (isReminder(step)) return 'APPOINTMENT_REMINDER'
  if (step === DECISION_STEP) return 'APPOINTMENT_DECIDED'
  return step === FEEDBACK_STEP || step === REBOOKING_STEP ? 'VISIT_FOLLOW_UP' : undefined
}

const toGuardians = (
  facts: AppointmentFacts,
  guardians: readonly Recipient[],
  step: Step,
): Outlook[] => {
  const kind = kindOfStep(step.step)
  if (kind === undefined) return []
  if (guardians.length === 0) return [nobody(step)]
  const asked = isReminder(step.step)
    ? guardians.filter(({ id }) => isReminded(facts, id, step.step))
    : guardians
  return asked.map((recipient) => outlook(facts, recipient, step, kind))
}

/** Whether a guardian's terms include a reminder. */
export const isReminded = (
  { reminding: { guardians, general } }: AppointmentFacts,
  guardianId: string,
  step: string,
): boolean => {
  const { offsetsMinutes, channels, textChannels } = guardians.get(guardianId) ?? general
  return (
    [...textChannels, ...channels].length > 0 &&
    offsetsMinutes.some((offset) => reminderStep(offset) === step)
  )
}
