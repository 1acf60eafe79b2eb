import { wayFor } from '#messaging/channels/way-for.ts'
import { loadReach, type Reaching } from '#messaging/channels/load-reach.ts'
import { afterQuietHours, outlookOf } from '#messaging/messages/rules.ts'
import { isKindOn } from '#messaging/messages/family-kinds.ts'
import { kindOf } from '#messaging/messages/kind-of.ts'
import { guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'
import type { TemplateName } from '#messaging/messages/templates/index.ts'
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
  const reaches = new Map<string, Promise<Reaching>>()
  const plan: Plan = {
    facts,
    guardians: steps.every(isNotice) ? [] : await guardiansOf(reader, facts.childId),
    reach: (recipient) => {
      const reach = reaches.get(recipient.id) ?? loadReach(reader, recipient)
      reaches.set(recipient.id, reach)
      return reach
    },
  }
  const outlooks: Outlook[] = []
  for (const step of steps)
    outlooks.push(
      ...(isNotice(step) ? await noticesAt(reader, plan, step) : await toGuardians(plan, step)),
    )
  return outlooks
}

const isNotice = ({ step }: Step): boolean =>
  step === INVITATION_STEP || step === CANCELLATION_NOTICE_STEP

/** What the messages of all steps are planned from. */
interface Plan {
  facts: AppointmentFacts
  guardians: readonly Recipient[]
  /** How a person can be reached; loaded once. */
  reach: (recipient: Recipient) => Promise<Reaching>
}

const NONE = { KNOWN: 'already_known', NOT_TOLD: 'not_told', TURNED_OFF: 'turned_off' } as const

const noticesAt = async (reader: Reader, plan: Plan, step: Step): Promise<Outlook[]> => {
  const persons = await noticesOf(reader, plan.facts)
  const outlooks: Outlook[] = []
  for (const { recipient, notice, none } of persons) {
    if (notice)
      outlooks.push(await outlook(plan, recipient, step, kindOf('appointment.notice', { notice })))
    // A provider of a centre without invitations would get nothing.
    else if (recipient.type === 'client') outlooks.push(unneeded(recipient, step, none!))
  }
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

const outlook = async (
  { facts: { restricted, kinds, ...facts }, reach }: Plan,
  recipient: Recipient,
  step: Step,
  kind: Outlook['kind'],
): Promise<Outlook> => {
  const turnedOff = kind !== null && !isNotice(step) && !isKindOn(kinds, kind)
  const isReminding = isReminder(step.step)
  const { guardians, general } = facts.reminding
  const own = isReminding ? (guardians.get(recipient.id) ?? general) : undefined
  const at = afterQuietHours(step.dueAt, facts.timeZone, (own ?? facts).quietHours)
  const notAfter = isNotice(step) || isReminding ? facts.startsAt : null
  const { recorded } = wayFor(
    {
      template: templateOfStep(step.step),
      recipient,
      ...(own && { channels: [...own.textChannels, ...own.channels] }),
    },
    await reach(recipient),
    facts.channelTerms,
  )
  const { channel, refusal } = recorded.at(-1)!
  const { reason } = outlookOf({ refusal, restricted, turnedOff, dueAt: at, notAfter })
  return {
    kind: recipient.type === 'client' ? kind : null,
    outlook: reason ? 'NOT_SENT' : 'PLANNED',
    at,
    channel,
    recipient,
    reason,
    step: step.step,
  }
}

const templateOfStep = (step: string): TemplateName => {
  if (isReminder(step)) return 'appointment.reminder'
  if (step === DECISION_STEP) return 'appointment.decision'
  if (step === FEEDBACK_STEP) return 'feedback.request'
  return step === REBOOKING_STEP ? 'rebooking.offer' : 'appointment.notice'
}

/** The kind of message that a step sends to guardians; undefined if it sends none. */
const kindOfStep = (step: string): Outlook['kind'] | undefined => {
  if (isReminder(step)) return 'APPOINTMENT_REMINDER'
  if (step === DECISION_STEP) return 'APPOINTMENT_DECIDED'
  return step === FEEDBACK_STEP || step === REBOOKING_STEP ? 'VISIT_FOLLOW_UP' : undefined
}

const toGuardians = async (plan: Plan, step: Step): Promise<Outlook[]> => {
  const { facts, guardians } = plan
  const kind = kindOfStep(step.step)
  if (kind === undefined) return []
  if (guardians.length === 0) return [nobody(step)]
  const asked = isReminder(step.step)
    ? guardians.filter(({ id }) => isReminded(facts, id, step.step))
    : guardians
  return Promise.all(asked.map((recipient) => outlook(plan, recipient, step, kind)))
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
