import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { email } from '#platform/core/contact/contact.ts'
import { line, prose, recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import {
  FAMILY_KIND_NAMES,
  FAMILY_KINDS,
  OPTIONAL_KINDS,
  type FamilyKindName,
} from './family-kinds.ts'
import { REMINDER_ANSWERS } from './rules.ts'
import { LANGUAGES } from '../locales/languages.ts'
import { TIME_FORMATS } from '../locales/locale-for.ts'
import { LogoFacts } from './logo/schemas.ts'
import { CHANNELS } from '../channels/rules.ts'
import { TEXT_TEMPLATES } from './templates/text-templates.ts'

const time = (example: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a local time, such as 21:00' })
    .meta({ example })

export const QuietHoursSchema = z.strictObject({
  startTime: time('21:00').meta({
    description: 'Local time at which quiet hours begin, as HH:MM.',
  }),
  endTime: time('07:00').meta({
    description:
      'Local time at which quiet hours end, as HH:MM. If it is earlier than the start, they end on the next day.',
  }),
})

export const FamilyKindSetting = z.strictObject({
  kind: growing(z.enum(FAMILY_KIND_NAMES)).meta({ description: 'Kind of message.' }),
  description: z.string().meta({
    description: 'When messages of this kind are sent.',
    example: FAMILY_KINDS.APPOINTMENT_REMINDER.description,
  }),
  enabled: z.boolean().meta({ description: 'Whether the centre sends messages of this kind.' }),
  enabledByDefault: z.boolean().meta({
    description: 'Whether a centre sends them that has not decided.',
    example: true,
  }),
  optional: z.boolean().meta({
    description: 'Whether the centre can turn the kind off.',
    example: true,
  }),
})

export const KindChoice = z
  .strictObject({
    kind: z.enum(OPTIONAL_KINDS as [FamilyKindName, ...FamilyKindName[]]).meta({
      description: 'Kind of message that is optional.',
      example: 'APPOINTMENT_BOOKED',
    }),
    enabled: z.boolean().nullable().meta({
      description: 'Whether to send messages of this kind; null restores the default.',
      example: true,
    }),
  })
  .meta({ id: 'FamilyKindChoice', example: { kind: 'APPOINTMENT_BOOKED', enabled: true } })

export const members = {
  language: growing(z.enum(LANGUAGES)).meta({
    description: 'Language, as a BCP 47 tag.',
    example: 'de',
  }),
  quietHours: QuietHoursSchema.nullable().meta({
    description:
      'Local times between which nothing is sent. Messages wait until the quiet hours end. The time zone is that of the location or, without a location, of the centre.',
  }),
  invitations: z.boolean().meta({
    description:
      'Whether guardians and the provider get a calendar invitation by e-mail when an appointment is booked, moved or cancelled. A change applies to new bookings. Guardians are notified of moved and cancelled appointments even without invitations; see `kinds`.',
    example: true,
  }),
  consentReminderDays: z
    .array(z.int().min(1).max(365))
    .max(5)
    .refine((days) => new Set(days).size === days.length, { error: 'must not repeat a day' })
    .meta({
      description:
        'Numbers of days before a consent expires on which guardians are reminded. A change applies to consents recorded or changed afterwards.',
      example: [30, 7],
    }),
  reminderAnswers: z
    .array(growing(z.enum(REMINDER_ANSWERS)))
    .max(REMINDER_ANSWERS.length)
    .refine((answers) => new Set(answers).size === answers.length, {
      error: 'must not repeat an answer',
    })
    .meta({
      description:
        'What families can do on the page that a reminder links to. CONFIRM: say that they come. CANCEL: cancel; a fee according to the cancellation policy is shown first. RESCHEDULE: choose another free time of the same provider, while cancelling would be free of charge. If empty, reminders have no link.',
      example: ['CONFIRM', 'CANCEL', 'RESCHEDULE'],
    }),
  privacyContactEmail: email().nullable().meta({
    description: 'E-mail address that is notified when records outside a caseload are opened.',
    example: 'privacy@example.com',
  }),
  senderName: line(100).nullable().meta({
    description:
      'Name of the sender and signature of e-mails; null to use the name of the organization.',
    example: 'Sunrise Therapy, Berlin',
  }),
  replyToEmail: email().nullable().meta({
    description: 'Reply address of e-mails; null to use the address from which the platform sends.',
    example: 'office@example.com',
  }),
  holdMinutes: z.int().min(0).max(60).meta({
    description:
      'Minutes for which the notice of a moved appointment, or of a fee, waits. If the change is taken back meanwhile, nobody is notified. Several changes within this time are one e-mail. The wait is shorter if the appointment begins soon.',
    example: 2,
  }),
  mostPerHour: z.int().min(1).max(1000).meta({
    description:
      'Number of messages that one person can get within an hour. More of them wait, with the reason `too_many`, until somebody releases or drops them.',
    example: 20,
  }),
  smsSender: z
    .string()
    .regex(/^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/, {
      error: 'must be a number such as +4930123456, or the ID of a messaging service',
    })
    .nullable()
    .meta({
      description:
        'Number from which SMS are sent, or the ID of the provider’s messaging service; null if the centre sends no SMS. No other centre can have the same one, because replies come to it.',
      example: '+4930123456',
    }),
  whatsappSender: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a number such as +4930123456' })
    .nullable()
    .meta({
      description:
        'Number from which WhatsApp messages are sent; null if the centre sends none. No other centre can have the same one.',
      example: null,
    }),
  channels: z
    .partialRecord(z.enum(TEXT_TEMPLATES), z.array(z.enum(CHANNELS)).min(1).max(CHANNELS.length))
    .meta({
      description:
        'Channels of messages to guardians, by template, in the order in which they are tried. Templates that are not listed are sent by e-mail. Reminders follow their policy instead.',
      example: { 'appointment.notice': ['SMS', 'EMAIL'] },
    }),
}

/** How messages look and write times. */
const looks = {
  timeFormat: growing(z.enum(TIME_FORMATS)).nullable().meta({
    description:
      'Whether messages write times with 12 or 24 hours; null for what is usual in the language. English is American for a centre in America with US dollars, and otherwise British.',
    example: null,
  }),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour, such as #1a4f8b, in lower case' })
    .nullable()
    .meta({
      description:
        'Colour of the button and the edge of e-mails, as #rrggbb; null for the platform’s. White text on it must be readable (WCAG AA).',
      example: '#1a4f8b',
    }),
  footer: prose(500).min(1).nullable().meta({
    description: 'Text below every e-mail, such as the address of the centre; null for none.',
    example: 'Sunrise Therapy, Hauptstrasse 1, 10115 Berlin',
  }),
  linkHosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/, {
          error: 'must be a host, such as example.com, in lower case',
        }),
    )
    .max(10)
    .refine((hosts) => new Set(hosts).size === hosts.length, { error: 'must not repeat a host' })
    .meta({
      description:
        'Hosts of the centre to which its own texts and the footer may lead, with their subdomains. Addresses of other hosts are refused there.',
      example: ['example.com'],
    }),
}

export const MessageSettings = resourceSchema('MessageSettings', {
  ...members,
  ...looks,
  logo: LogoFacts.nullable().meta({
    description:
      'The logo above e-mails, set with `PUT /v1/message-settings/logo`; null if there is none.',
    example: null,
  }),
  kinds: z.array(FamilyKindSetting).meta({
    description: 'All kinds of messages to families, and whether the centre sends them.',
  }),
  ...recordMembers,
})
export type MessageSettings = z.infer<typeof MessageSettings>

export const PatchMessageSettings = z
  .strictObject({
    language: members.language.exactOptional(),
    quietHours: members.quietHours.exactOptional(),
    invitations: members.invitations.exactOptional(),
    consentReminderDays: members.consentReminderDays.exactOptional(),
    reminderAnswers: members.reminderAnswers.exactOptional(),
    privacyContactEmail: members.privacyContactEmail.exactOptional(),
    senderName: members.senderName.exactOptional(),
    replyToEmail: members.replyToEmail.exactOptional(),
    holdMinutes: members.holdMinutes.exactOptional(),
    mostPerHour: members.mostPerHour.exactOptional(),
    kinds: z.array(KindChoice).max(OPTIONAL_KINDS.length).exactOptional().meta({
      description: 'Kinds to turn on or off. Kinds that you omit stay unchanged.',
    }),
    timeFormat: looks.timeFormat.exactOptional(),
    colour: looks.colour.exactOptional(),
    footer: looks.footer.exactOptional(),
    linkHosts: looks.linkHosts.exactOptional(),
    smsSender: members.smsSender.exactOptional(),
    whatsappSender: members.whatsappSender.exactOptional(),
    channels: members.channels.exactOptional().meta({
      description: 'Replaces the channels of all templates.',
    }),
  })
  .meta({
    id: 'PatchMessageSettings',
    example: { quietHours: { startTime: '20:00', endTime: '08:00' } },
  })
export type PatchMessageSettings = z.infer<typeof PatchMessageSettings>
