import { z } from 'zod'
import type { MailAttachment } from '#providers/mail/index.ts'

/** BCP 47 tags of the languages that every template is written in. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** …and those that only what families of programs are sent is written in: their check-ins, with e-mail and page. */
export const FAMILY_LANGUAGES = [...LANGUAGES, 'es'] as const
export type FamilyLanguage = (typeof FAMILY_LANGUAGES)[number]

/** What a template says. Plain text throughout: the layout makes the HTML of it, and escapes it. */
export interface Content {
  subject: string
  /** `Hello Mara,` */
  greeting: string
  paragraphs: string[]
  /** Follows them: its first row has the heads of the columns. */
  table?: string[][]
  /** A button; `path` is of this platform, such as that of a one-time link. */
  action?: { label: string; path: string }
}

/**
 * One kind of message. Restraint: first names only, no clinical word, nothing that says more to
 * somebody who reads it by accident than that there is an appointment.
 */
export interface Template<Variables extends z.ZodType = z.ZodType> {
  /** When it is sent. */
  description: string
  variables: Variables
  example: z.input<Variables>
  write: Record<Language, Writer<Variables>> & Partial<Record<FamilyLanguage, Writer<Variables>>>
  attachments?: (
    variables: z.output<Variables>,
    language: FamilyLanguage,
    envelope: Envelope,
  ) => MailAttachment[]
}

type Writer<Variables extends z.ZodType> = (variables: z.output<Variables>) => Content

/** What an e-mail is sent with: from whom to whom, and when. */
export interface Envelope {
  centre: string
  /** Addresses. */
  from: string
  to: string
  /** Of this platform's public address. */
  host: string
  sentAt: Date
}

export const defineTemplate = <Variables extends z.ZodType>(
  template: Template<Variables>,
): Template<Variables> => template

/** A start as people read it: `Tuesday, 1 December 2026 at 10:00`. */
export const longTime = (startsAt: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(startsAt))

/** A time limit as people read it: with its zone, or as the day whose end it is. */
export const timeLimit = (at: string, timeZone: string, language: Language): string => {
  const locale = language === 'en' ? 'en-GB' : language
  const partsOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).formatToParts(new Date(at))
  const time = partsOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (time.map(({ value }) => value).join('') === END_OF_DAY)
    return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }).format(new Date(at))
  const zone = partsOf({ timeZoneName: 'short' }).find(({ type }) => type === 'timeZoneName')
  return `${longTime(at, timeZone, language)} (${zone?.value ?? timeZone})`
}

/** The local time of a limit that is a day. */
export const END_OF_DAY = '23:59'

/** What e-mails with a link for a user say. */
export const signInVariables = z.strictObject({
  firstName: z.string(),
  centre: z.string(),
  path: z.string(),
  expiresAt: z.iso.datetime(),
  timeZone: z.string(),
})

export const SIGN_IN_EXAMPLE = {
  firstName: 'Ana',
  centre: 'Sunrise Therapy',
  path: '/sign-in/example',
  expiresAt: '2026-11-21T09:45:00Z',
  timeZone: 'Europe/Berlin',
}

/** Where and when, as all messages about an appointment have it. */
export const appointmentVariables = {
  startsAt: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
  locationName: z.string(),
  locationPhone: z.string().nullable(),
}

export const APPOINTMENT_EXAMPLE = {
  startsAt: '2026-12-01T10:00:00+01:00',
  timeZone: 'Europe/Berlin',
  locationName: 'Berlin Mitte',
  locationPhone: '+49 30 1234567',
}
