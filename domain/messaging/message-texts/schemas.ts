import { z } from 'zod'
import { ISSUE_CODES, type Issue } from '#platform/core/input/issue.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, prose } from '#platform/core/records/record.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import type {
  MessageText as TextModel,
  MessageTextVersion as VersionModel,
} from '#prisma/generated/client.ts'
import { languageTag } from '../locales/language-tag.ts'
import { TEMPLATE_NAMES, type TemplateName } from '../messages/templates/index.ts'
import type { Words } from '../messages/templates/words.ts'
import {
  MOST_ACTION_LABEL,
  MOST_BODY,
  MOST_SUBJECT,
  TEXT_CHANNELS,
  type TextChannel,
} from '../messages/words/rules.ts'
import { VARIABLE_KINDS } from '../messages/words/variables-of.ts'

const EXAMPLE_BODY =
  'Hola, {firstName}:\n\nLe recordamos la cita de {childFirstName}: {startsAt}.\n\nDónde: {locationName}\n\n{hasLocationPhone, select, true {Si no puede venir, llámenos al {locationPhone}.} other {Si no puede venir, avísenos.}}'

const template = growing(z.enum(TEMPLATE_NAMES)).meta({
  description: 'Name of the template.',
  example: 'appointment.reminder',
})
const channel = growing(z.enum(TEXT_CHANNELS)).meta({
  description: 'How messages with this text are sent.',
})
const tag = languageTag.meta({
  description:
    'Language of the text, as a BCP 47 tag. It can be a language in which the platform has no texts.',
  example: 'es',
})

/** The words of a message: the one source of its subject, its text and its HTML. */
const words = {
  subject: prose(MOST_SUBJECT).min(1).nullable().meta({
    description: 'Subject line, in ICU MessageFormat; null if the channel has none.',
    example: 'Su cita: {startsAt}',
  }),
  body: prose(MOST_BODY).min(1).meta({
    description:
      'Text in ICU MessageFormat, with the greeting and without the signature, the button and the footer. Blank lines separate paragraphs, and empty paragraphs are omitted.',
    example: EXAMPLE_BODY,
  }),
  actionLabel: prose(MOST_ACTION_LABEL).min(1).nullable().meta({
    description: 'Label of the button, in ICU MessageFormat; null if the template has none.',
    example: null,
  }),
}

/** Words as they are sent and returned. */
const WordsSchema = z.strictObject(words)

export const MessageIssue = z
  .strictObject({
    path: z.string().meta({ description: 'The invalid member.', example: 'body' }),
    code: growing(z.enum(ISSUE_CODES)).meta({
      description: 'Stable code, as in `errors[].code` of problems.',
      example: 'unknown_variable',
    }),
    message: z.string().meta({
      description: 'What is wrong.',
      example: 'line 3, column 7: this template has no variable name',
    }),
    position: z
      .strictObject({
        line: z.int().meta({ description: 'Line, counted from 1.', example: 3 }),
        column: z.int().meta({ description: 'Column, counted from 1.', example: 7 }),
      })
      .nullable()
      .meta({ description: 'Position in the member; null for the whole member.' }),
  })
  .meta({ id: 'MessageTextIssue' })
export type MessageIssue = z.infer<typeof MessageIssue>

export const toMessageIssue = ({ path, code, message, position }: Issue): MessageIssue => ({
  path,
  code: code as MessageIssue['code'],
  message,
  position: position ?? null,
})

export const MessageText = resourceSchema('MessageText', {
  id: idOf('messageText'),
  template,
  channel,
  language: z.string().meta({ description: 'Language, as a BCP 47 tag.', example: 'es' }),
  ...words,
  latestNumber: z.int().meta({
    description: 'Number of the current version of the words, counted from 1.',
    example: 1,
  }),
  issues: z.array(MessageIssue).meta({
    description:
      'Why the text cannot be used; empty if it can. While there are issues, messages are sent with the platform’s text.',
    example: [],
  }),
  unusableAt: z.iso.datetime().nullable().meta({
    description:
      'When a message was first sent with the platform’s text because this text could not be used, in UTC; null if that has not happened since the last change.',
    example: null,
  }),
  ...archivableMembers,
})
export type MessageText = z.infer<typeof MessageText>

export const CreateMessageText = z
  .strictObject({
    template,
    channel: channel.default('EMAIL'),
    language: tag,
    subject: words.subject.default(null),
    body: words.body,
    actionLabel: words.actionLabel.default(null),
  })
  .meta({
    id: 'CreateMessageText',
    example: {
      template: 'appointment.reminder',
      language: 'es',
      subject: 'Su cita: {startsAt}',
      body: EXAMPLE_BODY,
      actionLabel: 'Responder',
    },
  })
export type CreateMessageText = z.infer<typeof CreateMessageText>

export const PatchMessageText = z
  .strictObject({
    subject: words.subject.exactOptional(),
    body: words.body.exactOptional(),
    actionLabel: words.actionLabel.exactOptional(),
  })
  .meta({ id: 'PatchMessageText', example: { subject: 'Le esperamos: {startsAt}' } })
export type PatchMessageText = z.infer<typeof PatchMessageText>

export const RollBackMessageText = z
  .strictObject({
    number: z
      .int()
      .min(1)
      .max(1_000_000)
      .meta({ description: 'Number of the version.', example: 1 }),
  })
  .meta({ id: 'RollBackMessageText', example: { number: 1 } })
export type RollBackMessageText = z.infer<typeof RollBackMessageText>

export const MessageTextVersion = resourceSchema('MessageTextVersion', {
  messageTextId: idOf('messageText'),
  number: z.int().meta({ description: 'Number, counted from 1.', example: 1 }),
  ...words,
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that saved the version.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When the version was saved, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type MessageTextVersion = z.infer<typeof MessageTextVersion>

export const wordsOf = ({ subject, body, actionLabel }: Words): Words => ({
  subject,
  body,
  actionLabel,
})

export const toMessageText = (row: TextModel, issues: readonly Issue[]): MessageText => ({
  id: row.id,
  template: row.template as TemplateName,
  channel: row.channel as TextChannel,
  language: row.language,
  ...wordsOf(row),
  latestNumber: row.latestNumber,
  issues: issues.map(toMessageIssue),
  unusableAt: utcOrNull(row.unusableAt),
  ...archivableOf(row),
})

export const toMessageTextVersion = (row: VersionModel): MessageTextVersion => ({
  messageTextId: row.messageTextId,
  number: row.number,
  ...wordsOf(row),
  publishedBy: row.publishedBy,
  publishedAt: utc(row.publishedAt),
})

const Variable = z
  .strictObject({
    name: z.string().meta({
      description:
        'Name, for {name}. {hasName, select, true {…} other {…}} depends on whether it has a value.',
      example: 'locationPhone',
    }),
    kind: growing(z.enum(VARIABLE_KINDS)).meta({
      description:
        'TEXT is shown as it is. BOOLEAN and CHOICE select a text: {name, select, …}. NUMBER selects a plural: {name, plural, …}.',
    }),
    description: z
      .string()
      .meta({ description: 'What it contains.', example: 'Telephone number of the location.' }),
    mayBeEmpty: z.boolean().meta({
      description:
        'Whether it can have no value. It can then be shown only as a paragraph of its own, or where `has…` is true.',
      example: true,
    }),
    choices: z.array(z.string()).nullable().meta({
      description: 'The values by which it selects a text; null if it does not.',
      example: null,
    }),
    example: z.string().meta({ description: 'An invented value.', example: '+49 30 1234567' }),
  })
  .meta({ id: 'MessageVariable' })

const RequirementSchema = z
  .strictObject({
    anyOf: z.array(z.string()).meta({
      description: 'Variables of which the text must show at least one.',
      example: ['startsAt'],
    }),
    inBody: z.boolean().meta({ description: 'Whether the subject does not suffice.' }),
    when: z.record(z.string(), z.string()).meta({
      description: 'Values of other variables for which it is required; empty for all.',
      example: {},
    }),
    because: z.string().meta({
      description: 'Why.',
      example: 'the family must know when the appointment is',
    }),
  })
  .meta({ id: 'MessageTextRequirement' })

/** Where the words of messages in a language come from. */
const ORIGINS = ['PLATFORM', 'OWN', 'FALLBACK'] as const

const TemplateText = z
  .strictObject({
    channel,
    language: z.string().meta({ description: 'Language, as a BCP 47 tag.', example: 'es' }),
    origin: growing(z.enum(ORIGINS)).meta({
      description:
        'PLATFORM: the platform’s text is used. OWN: a text of the centre. FALLBACK: there is no text, so messages are in the centre’s language or in English.',
    }),
    messageTextId: idOf('messageText').nullable().meta({
      description: 'The centre’s own text, even if it is archived; null if there is none.',
      example: null,
    }),
    platform: WordsSchema.nullable().meta({
      description: 'The platform’s words; null if it has none in this language.',
    }),
  })
  .meta({ id: 'MessageTemplateText' })
export type TemplateText = z.infer<typeof TemplateText>

export const MessageTemplate = z
  .strictObject({
    template,
    description: z.string().meta({
      description: 'When the platform sends the message, and to whom.',
      example: 'Sent before an appointment, to the child’s legal guardians.',
    }),
    fixedBecause: z.string().nullable().meta({
      description: 'Why a centre cannot use its own text; null if it can.',
      example: null,
    }),
    previewsWith: z.string().nullable().meta({
      description:
        'Kind of record with which `POST /v1/message-previews` can show it; null if only with invented data.',
      example: 'appointment',
    }),
    variables: z.array(Variable).meta({ description: 'Variables that texts can use.' }),
    requires: z
      .array(RequirementSchema)
      .meta({ description: 'What a text of the centre must contain.' }),
    texts: z.array(TemplateText).meta({
      description:
        'The languages of the platform, and those for which the centre has texts or families ask.',
    }),
  })
  .meta({ id: 'MessageTemplate' })
export type MessageTemplate = z.infer<typeof MessageTemplate>

export const MessageLanguage = z
  .strictObject({
    language: z.string().meta({ description: 'Language, as a BCP 47 tag.', example: 'tr' }),
    isPlatform: z.boolean().meta({
      description: 'Whether the platform has all texts in this language.',
      example: false,
    }),
    guardians: z.int().meta({
      description: 'Number of guardians who asked for this language.',
      example: 4,
    }),
    children: z.int().meta({
      description: 'Number of children of these guardians who are not archived.',
      example: 5,
    }),
    missing: z.array(template).meta({
      description:
        'Templates for families that have no text in this language, so that families get another language.',
      example: ['appointment.reminder'],
    }),
  })
  .meta({ id: 'MessageLanguage' })
export type MessageLanguage = z.infer<typeof MessageLanguage>

export const PreviewMessageText = z
  .strictObject({
    template,
    channel: channel.default('EMAIL'),
    language: tag.exactOptional().meta({
      description: 'Language of the preview. Defaults to that of the recipient or the centre.',
    }),
    words: WordsSchema.exactOptional().meta({
      description: 'Words that are not saved yet. Defaults to those that are used.',
      example: { subject: 'Su cita: {startsAt}', body: EXAMPLE_BODY, actionLabel: 'Responder' },
    }),
    recordId: naming(ANY_RECORD, z.string().max(64))
      .exactOptional()
      .meta({
        description:
          'A record, such as an appointment, whose data is shown. Defaults to invented data.',
        example: exampleId('appointment'),
      }),
  })
  .meta({
    id: 'PreviewMessageText',
    example: {
      template: 'appointment.reminder',
      language: 'es',
      words: { subject: 'Su cita: {startsAt}', body: EXAMPLE_BODY, actionLabel: 'Responder' },
    },
  })
export type PreviewMessageText = z.infer<typeof PreviewMessageText>

export const SendTestMessage = PreviewMessageText.omit({ channel: true }).meta({
  id: 'SendTestMessage',
  example: { template: 'appointment.reminder', language: 'es' },
})
export type SendTestMessage = z.infer<typeof SendTestMessage>

export const MessageTextPreview = resourceSchema('MessageTextPreview', {
  template,
  channel,
  language: z.string().meta({
    description: 'Language in which the message is written, as a BCP 47 tag.',
    example: 'es',
  }),
  origin: growing(z.enum(ORIGINS)).meta({
    description: 'Whose words are shown; OWN also for words that are not saved.',
  }),
  issues: z.array(MessageIssue).meta({
    description: 'Why the words cannot be used. The preview then shows what would be sent instead.',
    example: [],
  }),
  subject: z.string().meta({
    description: 'Subject line.',
    example: 'Su cita: martes, 1 de diciembre de 2026, 10:00',
  }),
  text: z.string().meta({ description: 'Text without formatting.', example: 'Hola, Mara:' }),
  html: z.string().meta({ description: 'The same text as HTML.', example: '<p>Hola, Mara:</p>' }),
  attachments: z.array(z.string()).meta({ description: 'Names of the attachments.', example: [] }),
  recordId: naming(ANY_RECORD, z.string()).nullable().meta({
    description: 'The record whose data is shown; null for invented data.',
    example: null,
  }),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'The child of this record; null if there is none.', example: null }),
  recipientId: naming(ANY_RECORD, z.string()).nullable().meta({
    description: 'The person to whom the message is addressed; null for invented data.',
    example: null,
  }),
})
export type MessageTextPreview = z.infer<typeof MessageTextPreview>
