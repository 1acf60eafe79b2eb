import { appointmentSubject } from '../appointments/appointment-facts.ts'
import { addMinutes, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import type { Notice } from '#messaging/messages/templates/appointment-notice.ts'
import { inMessages, type AppointmentFacts } from './appointment-facts.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { NO_NOTICE, NOT_TOLD, type Told } from './notice-rules.ts'
import { noticesOf, type PersonsNotice } from './notices-of.ts'
import { toldOf } from './told-of.ts'

/** Notifies guardians and the provider of a booking or a move, and the previous provider of the cancellation. */
export const invite = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const { status, startsAt, originallyDueAt, providerId } = facts
  if (status !== 'CONFIRMED') return skipped(`not sent: the appointment is ${status}`)
  if (startsAt <= tx.now) return skipped('not sent: the appointment had already begun')
  if (originallyDueAt && originallyDueAt.providerId !== providerId)
    await notifyPrevious(tx, facts, stepRun, originallyDueAt)
  return notifyAll(tx, facts, stepRun)
}

/** The previous provider is told if invitations are sent, or if they were told of the appointment. */
const notifyPrevious = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
  { providerId, ...then }: NonNullable<AppointmentFacts['originallyDueAt']>,
): Promise<void> => {
  const previous = await findRecipient(tx, { type: 'provider', id: providerId })
  const told = (await toldOf(tx, facts.id)).get(providerId)
  if (!previous || (!told && facts.invitationsSince === null)) return
  const slot = { startsAt: new Date(then.startsAt), endsAt: new Date(then.endsAt) }
  const before = { recipient: previous, told: told ?? NOT_TOLD }
  await notify(tx, { ...facts, ...slot }, stepRun, { ...before, notice: 'cancelled' })
}

/** Tells each person what they need to know about the appointment now. */
export const notifyAll = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const all = await noticesOf(tx, facts)
  const sent = all.flatMap((person) => {
    const { notice } = person
    return notice !== undefined &&
      (person.told.isTold || person.told.maybe || stepRun.runNow || !isLate(tx, stepRun))
      ? [{ ...person, notice }]
      : []
  })
  for (const person of sent) await notify(tx, facts, stepRun, person)
  return outcomeOf(all, sent)
}

/** A notice for people who were told nothing is not sent a day late, such as when its kind is turned on. */
const LATE_MINUTES = 24 * 60
const isLate = (tx: Transaction, { dueAt }: StepRun) => addMinutes(dueAt, LATE_MINUTES) < tx.now

const TOO_LONG_AGO = 'the change was more than a day ago'

const outcomeOf = (
  all: readonly PersonsNotice[],
  sent: readonly (PersonsNotice & { notice: Notice })[],
): Outcome => {
  const guardians = all.filter(({ recipient }) => recipient.type === 'client')
  if (sent.length === 0) {
    const reasons = guardians.map(({ none }) => (none ? NO_NOTICE[none] : TOO_LONG_AGO))
    return skipped(`not sent: ${[...new Set(reasons)].join('; ') || NO_GUARDIAN}`)
  }
  const told = sent.filter(({ recipient }) => recipient.type === 'client')
  const to = [
    ...(told.length > 0 ? [guardiansNotified(told)] : []),
    ...(guardians.length === 0 ? [`no e-mail: ${NO_GUARDIAN}`] : []),
    ...(sent.length > told.length ? ['e-mail to the provider'] : []),
  ]
  const outcome = `${sent[0]!.notice}: ${to.join('; ')}`
  return guardians.length > 0 ? done(outcome) : done(outcome, NO_GUARDIAN)
}

/** How long notices of a series wait for each other, to be one e-mail. */
const SERIES_MINUTES = 2

const notify = (
  tx: Transaction,
  facts: AppointmentFacts,
  { step, followUpId, runNow }: StepRun,
  { recipient, notice, told }: { recipient: Recipient; notice: Notice; told: Told },
) => {
  const { invitationsSince, bookedAt, startsAt, locationId, timeZone, seriesId, original } = facts
  const isInvited = invitationsSince !== null && bookedAt >= invitationsSince
  const was = notice === 'moved' ? (told.startsAt ?? original?.startsAt) : undefined
  return queueMessage(tx, {
    template: 'appointment.notice',
    variables: {
      ...inMessages(facts),
      endsAt: inZone(facts.endsAt, timeZone),
      appointmentId: facts.id,
      sequence: facts.version,
      firstName: recipient.firstName,
      childName:
        recipient.type === 'provider'
          ? `${String.fromCodePoint(facts.childFirstName.codePointAt(0)!)}.`
          : facts.childFirstName,
      notice,
      by: notice === 'cancelled' && facts.status === 'CANCELLED' ? facts.cancelledBy : null,
      wasStartsAt: was && was.getTime() !== startsAt.getTime() ? inZone(was, timeZone) : null,
      withCalendar: notice === 'booked' || isInvited || told.hasEntry,
    },
    recipient,
    subject: appointmentSubject(facts),
    dedupeKey: `${followUpId}/${step}/${noticeTime(facts, notice).getTime()}/${recipient.id}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
    notAfter: startsAt,
    ...(notice === 'booked' && seriesId !== null && { kind: 'SERIES_BOOKED' as const }),
    // noticesOf already decided by the kind.
    corrects: true,
    ...(notice !== 'cancelled' && { told: { startsAt, locationId } }),
    ...(seriesId !== null &&
      recipient.type === 'client' && { notBefore: inTime(tx.now, startsAt) }),
  })
}

/** The end of the wait for other notices, unless the appointment begins soon. */
const inTime = (now: Date, startsAt: Date): Date => {
  const waited = addMinutes(now, SERIES_MINUTES)
  return addMinutes(waited, 2 * 60) < startsAt ? waited : now
}

/** A new time, or another cancellation, requires another notice. */
const noticeTime = ({ bookedAt, statusChangedAt }: AppointmentFacts, notice: Notice): Date =>
  notice === 'cancelled' && statusChangedAt > bookedAt ? statusChangedAt : bookedAt
