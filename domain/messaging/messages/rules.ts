import { Temporal } from 'temporal-polyfill'

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
  no_phone_number: 'there is no telephone number on record',
  invalid_phone_number: 'the telephone number on record lacks a country code',
  no_sender: 'the organization has no sender for this channel',
  no_consent: 'the person has not agreed to texts by this channel',
  opted_out: 'the person does not want texts by this channel',
  address_undeliverable:
    'an earlier message to this address came back; change or confirm the address',
  complained: 'the recipient reported it as spam',
  no_text_provider: 'the platform has no provider for texts (TEXTING_URL)',
  text_provider_unavailable: 'the provider for texts did not accept it in time',
  undelivered: 'the provider could not deliver it',
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
  'no_consent',
  'opted_out',
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
  refusal,
  restricted,
  turnedOff = false,
  dueAt,
  notAfter,
}: {
  /** Why the channel cannot be used; null if it can. */
  refusal: Reason | null
  restricted: boolean
  turnedOff?: boolean
  dueAt: Date
  notAfter: Date | null
}): { status: 'QUEUED' | 'SKIPPED'; reason: Reason | null } => {
  const skipped = (reason: Reason) => ({ status: 'SKIPPED', reason }) as const
  if (restricted) return skipped('processing_restricted')
  if (turnedOff) return skipped('turned_off')
  if (refusal) return skipped(refusal)
  if (notAfter && dueAt >= notAfter) return skipped('too_late')
  return { status: 'QUEUED', reason: null }
}

/** How long a text waits for its provider if it can go by another channel. */
export const TRY_NEXT_AFTER_MS = 15 * 60_000

/** Shortens `mara.weiss@example.com` to `m…@example.com`, and `+4915112345678` to `+49…678`, for people who need not know the address. */
export const masked = (address: string): string =>
  address.startsWith('+')
    ? `${address.slice(0, 3)}…${address.slice(-3)}`
    : address.replace(/^(.)[^@]*(?=@)/u, (_, first: string) => `${first}…`)
