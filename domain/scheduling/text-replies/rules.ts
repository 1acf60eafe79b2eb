import { keywordOf, meansStartAfterStop, type Keyword } from '#messaging/channels/keyword-of.ts'
import type { ConsentStatus } from '#messaging/channels/rules.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { AppointmentStatus } from '../slots/appointment-status.ts'

/** What became of a text. */
export const TEXT_OUTCOMES = [
  'CONFIRMED',
  'OPTED_OUT',
  'OPTED_IN',
  'HELPED',
  'TASK_CREATED',
  'TASK_EXTENDED',
  'DROPPED',
] as const
export type TextOutcome = (typeof TEXT_OUTCOMES)[number]

/** Texts of one number that are looked at within an hour. */
export const MOST_IN_AN_HOUR = 20
/** Texts that are added to one open task. */
export const MOST_IN_A_TASK = 20
/** Tasks for texts of numbers that are not on record, within a day. */
export const MOST_UNKNOWN_IN_A_DAY = 50
/** Characters of a text that are kept. */
const LONGEST_TEXT = 1_000

/** How long after a text an answer can still be about it. */
export const CONVERSATION_DAYS = 14

/** Two reminders within this time cannot be told apart by an answer. */
const TOGETHER_MINUTES = 30

/** A reminder to the number that has answered, latest first. */
export interface Reminder {
  appointmentId: string
  sentAt: Date
  status: AppointmentStatus
  startsAt: Date
}

/** The appointment that a C is about; undefined if it is over, or if two were reminded of together. */
export const confirmedBy = (reminders: readonly Reminder[], now: Date): string | undefined => {
  const [last] = reminders
  if (!last || !isOpen(last, now)) return undefined
  const rivals = reminders.filter(
    (it) =>
      it.appointmentId !== last.appointmentId &&
      isOpen(it, now) &&
      addMinutes(it.sentAt, TOGETHER_MINUTES) >= last.sentAt,
  )
  return rivals.length === 0 ? last.appointmentId : undefined
}

const isOpen = ({ status, startsAt }: Reminder, now: Date): boolean =>
  status === 'CONFIRMED' && startsAt > now

/** What a text asks for. `keyword`: what the provider has made of it. */
export const wishOf = (
  { body, keyword }: { body: string; keyword: Keyword | null },
  consent: ConsentStatus | null,
): Keyword | undefined => {
  if (keyword) return keyword
  return consent === 'OPTED_OUT' && meansStartAfterStop(body) ? 'START' : keywordOf(body)
}

/** The words that staff read: bounded, without control characters. */
export const readable = (body: string): string =>
  body
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT) || '–'
