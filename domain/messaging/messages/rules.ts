import { Temporal } from 'temporal-polyfill'
import { email } from '#platform/core/contact/contact.ts'

export const MessageStatus = ['QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'BOUNCED'] as const
export type MessageStatus = (typeof MessageStatus)[number]

/** Stable codes for why a message was not delivered. */
export const REASONS = {
  no_address: 'there is no e-mail address on record',
  invalid_address: 'the e-mail address on record is invalid',
  too_late:
    'quiet hours, or a suspension of the organization, lasted longer than the message was useful',
  cancelled: 'it was cancelled',
  processing_restricted: 'processing of the person’s data is restricted',
  address_rejected: 'the mail server does not know the address',
  message_rejected: 'the mail server refused the message',
  mail_server_unavailable: 'the mail server did not accept it for a day',
  no_mail_server: 'the platform has no mail server (SMTP_URL)',
  bounced: 'it was returned as undeliverable',
  person_erased: 'the person’s data was erased',
  settled: 'what it was about no longer waits, or its recipient may no longer see it',
  not_addressed: 'the recipient is no longer a guardian of the child, or is archived',
  superseded: 'what it says no longer holds: the record changed before it was sent',
  turned_off: 'the centre does not send messages of this kind',
  too_many: 'the person already got as many messages within an hour as the centre allows',
} as const
export type Reason = keyof typeof REASONS

export const MESSAGE_REASONS = Object.keys(REASONS) as [Reason, ...Reason[]]

/** Reasons that are intended. For the others, a person must act. */
const MEANT: ReadonlySet<string> = new Set<Reason>([
  'too_late',
  'cancelled',
  'processing_restricted',
  'person_erased',
  'not_addressed',
  'settled',
  'superseded',
  'turned_off',
])

export const needsAction = ({ reason }: { reason: string | null }): boolean =>
  reason !== null && !MEANT.has(reason)

export const REASONS_THAT_NEED_ACTION = MESSAGE_REASONS.filter((reason) => needsAction({ reason }))

/** How long sending is retried while the mail server is unavailable. */
export const GIVE_UP_AFTER_MS = 24 * 60 * 60_000

/** What families can do on the page that a reminder links to. */
export const REMINDER_ANSWERS = ['CONFIRM', 'CANCEL', 'RESCHEDULE'] as const
export type ReminderAnswer = (typeof REMINDER_ANSWERS)[number]

/** Local times, such as 21:00. If `startTime` is after `endTime`, the quiet hours cross midnight. */
export interface QuietHours {
  startTime: string
  endTime: string
}

/** The quiet hours that contain an instant in a zone; undefined if none do. */
export const quietHoursAround = (
  instant: Date,
  timeZone: string,
  quiet: QuietHours | null,
): { from: Date; until: Date } | undefined => {
  if (!quiet) return undefined
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
    timeZone,
  )
  const at = (date: Temporal.PlainDate, time: string) =>
    new Date(date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds)
  const across = quiet.startTime > quiet.endTime ? 1 : 0
  // Checks quiet hours that start on this local day or the day before.
  for (const daysBack of [0, 1]) {
    const day = local.toPlainDate().subtract({ days: daysBack })
    const from = at(day, quiet.startTime)
    const until = at(day.add({ days: across }), quiet.endTime)
    if (from <= instant && instant < until) return { from, until }
  }
  return undefined
}

/** The first instant, from this one on, that is outside of quiet hours. */
export const afterQuietHours = (instant: Date, timeZone: string, quiet: QuietHours | null): Date =>
  quietHoursAround(instant, timeZone, quiet)?.until ?? instant

/** Whether a message can be sent at all. */
export const outlookOf = ({
  address,
  restricted,
  turnedOff = false,
  dueAt,
  notAfter,
}: {
  address: string | null
  restricted: boolean
  turnedOff?: boolean
  dueAt: Date
  notAfter: Date | null
}): { status: 'QUEUED' | 'SKIPPED'; reason: Reason | null } => {
  const skipped = (reason: Reason) => ({ status: 'SKIPPED', reason }) as const
  if (restricted) return skipped('processing_restricted')
  if (turnedOff) return skipped('turned_off')
  if (!address) return skipped('no_address')
  if (!email().safeParse(address).success) return skipped('invalid_address')
  if (notAfter && dueAt >= notAfter) return skipped('too_late')
  return { status: 'QUEUED', reason: null }
}

/** Shortens `mara.weiss@example.com` to `m…@example.com` for people who need not know the address. */
export const masked = (address: string): string =>
  address.replace(/^(.)[^@]*(?=@)/u, (_, first: string) => `${first}…`)
