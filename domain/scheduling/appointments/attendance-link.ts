import { z } from 'zod'
import type { Field, Link } from '#messaging/links/link-purpose.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { longTime } from '#messaging/locales/times.ts'
import type { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { previewFee } from '#payments/cancellation-policies/decide-fee.ts'
import { quoteCancellation } from '#payments/cancellation-policies/quote-cancellation.ts'
import { translateDatabaseError } from '#platform/core/errors/database-errors.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { ReminderAnswer } from '#messaging/messages/rules.ts'
import { moneyText } from '#platform/core/money/money.ts'
import { instantText, inZone } from '#platform/core/time/time.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { nearbyStarts } from '../availability/nearby-starts.ts'
import { lengthOf } from '../slots/rules.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { confirmAttendance } from './confirm-attendance.ts'
import { loadAppointment } from './queries.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import type { AppointmentRow } from './schemas.ts'

/** How many other times a family can choose from. */
const TIMES_SHOWN = 6

type Say = SayOnPage<'attendance'>

const ANSWERS = ['come', 'cancel', 'move'] as const

/** The centre's setting that allows each answer. */
const MEANS = { come: 'CONFIRM', cancel: 'CANCEL', move: 'RESCHEDULE' } as const

/**
 * A guardian's answer to a reminder: they come, cannot come, or need another time. The link's subject is the
 * appointment. A family that cannot come sees the fee first. Another time is offered only while cancelling is
 * free of charge, since moving would otherwise avoid the fee.
 */
export const attendanceLink = definePurpose({
  permission: 'appointments:write',
  answer: z.strictObject({
    answer: z
      .enum(ANSWERS)
      .meta({ description: 'Whether the family comes, cancels, or needs another time.' }),
    fee: z.string().max(50).exactOptional().meta({
      description: 'The fee that the family was shown and accepts; required if there is one.',
      example: '47.50 EUR',
    }),
    startsAt: instantText
      .exactOptional()
      .meta({ description: 'The other time, one of those offered; required to move.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const appointment = await loadAppointment(reader, subjectId)
    assertOpen(appointment, reader.now)
    const say = textsOf('pages', 'attendance', language)
    const fee = await feeOf(reader, appointment)
    const { reminderAnswers: answers } = await loadMessagingTerms(reader)
    const moves = fee === null && answers.includes('RESCHEDULE')
    const times = moves ? await otherTimes(reader, appointment) : []
    return {
      title: say('title'),
      paragraphs: [say('when', { time: timeIn(appointment, appointment.startsAt, language) })],
      fields: fieldsOf(say, { appointment, answers, fee, times, language }),
      submit: say('submit'),
    }
  },
  redeem: async (tx, link, { answer, fee, startsAt }) => {
    const appointment = await loadAppointment(tx, link.subjectId)
    assertOpen(appointment, tx.now)
    const { reminderAnswers } = await loadMessagingTerms(tx)
    if (!reminderAnswers.includes(MEANS[answer]))
      throw invalid('answer', 'invalid_value', 'The centre does not offer this answer here.')
    switch (answer) {
      case 'come':
        return come(tx, link)
      case 'cancel':
        return cancel(tx, link, appointment, fee)
      case 'move':
        return move(tx, link, appointment, startsAt)
    }
  },
})

interface Shown {
  /** What the centre lets families do. */
  answers: readonly ReminderAnswer[]
  appointment: AppointmentRow
  /** The fee for cancelling now, as text; null if it is free of charge. */
  fee: string | null
  /** Other times that the family can choose. */
  times: string[]
  language: Language
}

const fieldsOf = (say: Say, { appointment, answers, fee, times, language }: Shown): Field[] => {
  const offered = ANSWERS.filter(
    (value) => answers.includes(MEANS[value]) && (value !== 'move' || times.length > 0),
  )
  const options = offered.map((value) => ({ value, label: say(value) }))
  const on = (value: string) => [{ question: 'answer', op: 'EQUALS' as const, value }]
  return [
    { name: 'answer', label: say('question'), type: 'CHOICE', options },
    ...(fee === null || !offered.includes('cancel')
      ? []
      : [
          {
            name: 'fee',
            label: say('fee', { fee }),
            type: 'CHOICE' as const,
            options: [{ value: fee, label: say('acceptFee', { fee }) }],
            required: false,
            showIf: on('cancel'),
          },
        ]),
    ...(!offered.includes('move')
      ? []
      : [
          {
            name: 'startsAt',
            label: say('otherTimes'),
            type: 'CHOICE' as const,
            options: times.map((value) => ({
              value,
              label: timeIn(appointment, new Date(value), language),
            })),
            required: false,
            showIf: on('move'),
          },
        ]),
  ]
}

const timeIn = ({ timeZone }: AppointmentRow, at: Date, language: Language): string =>
  longTime(inZone(at, timeZone), timeZone, language)

/** The fee that cancelling now would cost the family, as text. */
const feeOf = async (reader: Reader, appointment: AppointmentRow): Promise<string | null> => {
  const { quote } = await quoteCancellation(reader, appointment, 'CLIENT')
  return textOf(await previewFee(reader, appointment, quote, 'CHARGE'))
}

const textOf = ({ amount, currency }: AppointmentFee): string | null =>
  amount && currency ? moneyText(amount, currency) : null

/** Free times of the same provider and place. A place in a group has only the group's time. */
const otherTimes = async (reader: Reader, appointment: AppointmentRow): Promise<string[]> => {
  const { id, groupId, serviceId, providerId, locationId, childId, roomId, startsAt } = appointment
  if (groupId !== null) return []
  const search = {
    serviceIds: serviceId === null ? [] : [serviceId],
    providerIds: [providerId],
    locationIds: [locationId],
    childId,
    moving: { id, roomId, rules: lengthOf(appointment) },
  }
  const found = await nearbyStarts(reader, search, { near: startsAt, limit: TIMES_SHOWN + 1 })
  return found
    .map((it) => it.startsAt)
    .filter((at) => new Date(at).getTime() !== startsAt.getTime())
    .slice(0, TIMES_SHOWN)
    .toSorted()
}

const come = async (tx: Transaction, { subjectId: id, language }: Link) => {
  await confirmAttendance(tx, { id })
  const say = textsOf('pages', 'attendance', language)
  return { ...again(say), title: say('thanks'), paragraphs: [say('confirmed')] }
}

const cancel = async (
  tx: Transaction,
  { subjectId: id, language }: Link,
  appointment: AppointmentRow,
  accepted: string | undefined,
) => {
  const fee = await feeOf(tx, appointment)
  if (fee !== null && accepted !== fee)
    throw accepted === undefined
      ? invalid('fee', 'required', `Cancelling costs ${fee}. Accept the fee, or come.`)
      : invalid('fee', 'mismatch', `The fee is now ${fee}. Accept it, or come.`)
  await cancelAppointment(tx, { id, initiator: 'CLIENT', reason: REASON })
  const say = textsOf('pages', 'attendance', language)
  return {
    title: say('thanks'),
    paragraphs: [fee === null ? say('cancelled') : say('cancelledWithFee', { fee })],
  }
}

const REASON = 'A guardian cancelled on the page of the reminder.'

const move = async (
  tx: Transaction,
  { subjectId: id, language }: Link,
  appointment: AppointmentRow,
  startsAt: string | undefined,
) => {
  if (startsAt === undefined) throw invalid('startsAt', 'required', 'Choose another time.')
  if ((await feeOf(tx, appointment)) !== null)
    throw invalid(
      'answer',
      'invalid_value',
      'It is too late to move the appointment free of charge.',
    )
  const at = new Date(startsAt)
  try {
    await rescheduleAppointment(tx, { id, startsAt: at })
  } catch (error) {
    // The form shows the times that are still free.
    const refusal = translateDatabaseError(error)
    if (refusal instanceof DomainError && TAKEN.has(refusal.code))
      throw invalid('startsAt', 'overlapping', 'This time has just been taken. Choose another.')
    throw error
  }
  const say = textsOf('pages', 'attendance', language)
  return {
    ...again(say),
    title: say('thanks'),
    paragraphs: [say('moved', { time: timeIn(appointment, at, language) })],
  }
}

/** A family that comes may still have to cancel. */
const again = (say: Say) => ({ keepsLink: true as const, again: say('changeAgain') })

const TAKEN: ReadonlySet<string> = new Set(['slot_taken', 'slot_unavailable'])

/** Another guardian or the centre may have decided already, and a visit that has begun cannot be answered. */
const assertOpen = ({ status, startsAt }: AppointmentRow, now: Date): void => {
  if (status === 'CONFIRMED' && startsAt > now) return
  throw new DomainError(
    'link_expired',
    'The appointment is no longer open. If you have questions, contact the centre.',
  )
}
