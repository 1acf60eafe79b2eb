import { z } from 'zod'
import type { MailAttachment } from '#providers/mail/index.ts'
import type { Language } from '../../locales/languages.ts'
import { Modality } from '#vocabulary/modality.ts'
import type { Group, Part, Say, Values } from '../../locales/texts-of.ts'
import { longTime, zoneName } from '../../locales/times.ts'

/** The groups of template texts in the locale files. */
export type MessageGroup = Group<'messages'>

/**
 * A kind of message. Its texts are in the locale files under its name: `subject`, `action` for the label of its
 * button, and the parts listed in `paragraphs`. A text may use the variables, `has…` for each of them
 * (`hasNote`: whether there is a `note`), and `values`. Texts contain only first names and no clinical words:
 * an accidental reader may learn no more than that an appointment exists.
 */
export interface Template<P extends string = string, Variables extends z.ZodObject = z.ZodObject> {
  name: MessageGroup
  /** When the message is sent. */
  description: string
  variables: Variables
  example: z.input<Variables>
  /** What words of a centre’s own must contain. */
  requires?: readonly Requirement[]
  /** Set if it is sent to guardians, clients or families who ask for a place. */
  toFamilies?: true
  /** Why a centre cannot use words of its own. */
  fixed?: string
  /** The parts of its text, one paragraph each. Blank lines split a text further, and empty texts are omitted. */
  paragraphs: readonly P[]
  /** Values in addition to the variables or instead of them, such as a localized instant. */
  values?(variables: z.output<Variables>, writing: Writing<P>): Values
  /** A table that follows the paragraphs. Its first row contains the column headings. */
  table?(variables: z.output<Variables>, writing: Writing<P>): string[][]
  /** The path that the button opens on this platform, such as that of a single-use link; none, no button. */
  action?(variables: z.output<Variables>): string | undefined
  attachments?(
    variables: z.output<Variables>,
    language: Language,
    envelope: Envelope,
  ): MailAttachment[]
}

export interface Writing<P extends string = string> {
  /** A BCP 47 tag, which determines the formats of times and numbers. */
  language: string
  say: Say<P>
  /** The centre's zone. Times elsewhere name theirs. */
  centreTimeZone?: string
}

/** What law or sense requires of a text. */
export interface Requirement {
  /** Variables of which the text must show at least one. */
  anyOf: readonly [string, ...string[]]
  /** Where the text must show it: by default in the subject or the body. */
  in?: 'body'
  /** The values of other variables for which it is required; by default for all. */
  when?: Readonly<Record<string, string>>
  /** Why, as a clause that follows "because". */
  because: string
}

/** Why a centre cannot change the words of messages about accounts, access and money. */
export const PROTECTS_ACCOUNTS =
  'it warns of misuse of accounts, access or money, so it must be complete and easy to recognize in every centre'

/** What a text about a coming appointment must say. */
export const WHEN: Requirement = {
  anyOf: ['startsAt'],
  because: 'the family must know when the appointment is',
}
export const WHERE: Requirement = {
  anyOf: ['locationName'],
  in: 'body',
  when: { modality: 'IN_PERSON' },
  because: 'the family must know where the appointment is',
}
export const HOW_TO_CANCEL: Requirement = {
  anyOf: ['locationPhone'],
  in: 'body',
  because: 'the family must know how to cancel, above all if a late cancellation costs a fee',
}

/** The envelope of an e-mail: sender, recipient and time. */
export interface Envelope {
  centre: string
  /** Addresses. */
  from: string
  to: string
  /** The host of this platform's public address. */
  host: string
  sentAt: Date
}

export const defineTemplate = <Name extends MessageGroup, Variables extends z.ZodObject>(
  name: Name,
  template: Omit<Template<Part<'messages', Name>, Variables>, 'name'>,
): Template<Part<'messages', Name>, Variables> & { name: Name } => ({ name, ...template })

/** Common text of e-mails with a link for a user. */
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

/** The place and time that all messages about an appointment contain. */
export const appointmentVariables = {
  startsAt: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
  locationName: z.string(),
  locationPhone: z.string().nullable(),
  modality: z.enum(Modality).default('IN_PERSON'),
  /** The link to a video visit. */
  meetingUrl: z.string().nullable().default(null),
}

export const APPOINTMENT_EXAMPLE = {
  startsAt: '2026-12-01T10:00:00+01:00',
  timeZone: 'Europe/Berlin',
  locationName: 'Berlin Mitte',
  locationPhone: '+49 30 1234567',
  modality: 'IN_PERSON' as const,
  meetingUrl: null,
}

/** The localized start of the appointment, and the name of its zone. */
export const appointmentValues = (
  { startsAt, timeZone }: { startsAt: string; timeZone: string },
  { language }: Pick<Writing, 'language'>,
) => ({
  startsAt: longTime(startsAt, timeZone, language),
  zone: zoneName(startsAt, timeZone, language),
})
