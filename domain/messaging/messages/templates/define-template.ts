import { z } from 'zod'
import type { MailAttachment } from '#providers/mail/index.ts'
import type { Language } from '../../locales/languages.ts'
import type { Group, Part, Say, Values } from '../../locales/texts-of.ts'
import { longTime } from '../../locales/times.ts'

/** The texts of templates in the locale files. */
export type MessageGroup = Group<'messages'>

/**
 * One kind of message. Its texts are in the locale files, under its name: `subject`, `action` for the label of its button, and
 * what `paragraphs` names. A text may use the variables, for each of them `has…` (`hasNote`: whether there is a `note`), and `values`.
 *
 * Restraint: first names only, no clinical word, nothing that says more to somebody who reads it by
 * accident than that there is an appointment.
 */
export interface Template<P extends string = string, Variables extends z.ZodObject = z.ZodObject> {
  name: MessageGroup
  /** When it is sent. */
  description: string
  variables: Variables
  example: z.input<Variables>
  /** Parts of its text, one paragraph each. Blank lines in a text divide it, and an empty text is left out. */
  paragraphs: readonly P[]
  /** What texts show besides the variables, or instead of them, such as an instant in the words of a language. */
  values?(variables: z.output<Variables>, writing: Writing<P>): Values
  /** Follows the paragraphs: its first row has the heads of the columns. */
  table?(variables: z.output<Variables>, writing: Writing<P>): string[][]
  /** Path of this platform behind the button, such as that of a one-time link. */
  action?(variables: z.output<Variables>): string
  attachments?(
    variables: z.output<Variables>,
    language: Language,
    envelope: Envelope,
  ): MailAttachment[]
}

export interface Writing<P extends string = string> {
  language: Language
  say: Say<P>
}

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

export const defineTemplate = <Name extends MessageGroup, Variables extends z.ZodObject>(
  name: Name,
  template: Omit<Template<Part<'messages', Name>, Variables>, 'name'>,
): Template<Part<'messages', Name>, Variables> & { name: Name } => ({ name, ...template })

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

/** Its start in the words of the language. */
export const appointmentValues = (
  { startsAt, timeZone }: { startsAt: string; timeZone: string },
  { language }: Pick<Writing, 'language'>,
) => ({ startsAt: longTime(startsAt, timeZone, language) })
