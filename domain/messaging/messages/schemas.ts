import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { Message as MessageModel } from '#prisma/generated/client.ts'
import type { Cipher } from '#platform/core/crypto/cipher.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { masked, MESSAGE_REASONS, MessageStatus } from './rules.ts'
import { CHANNELS, type Channel } from '../channels/rules.ts'
import { open } from './seal.ts'
import { LANGUAGES, type Language } from '../locales/languages.ts'
import { TEMPLATE_NAMES, type TemplateName } from './templates/index.ts'

const time = () => z.iso.datetime().meta({ example: '2026-11-29T09:00:00.000Z' })

export const Message = resourceSchema('Message', {
  id: idOf('message').meta({
    description: 'ID of the message. The e-mail’s Message-ID begins with it.',
  }),
  template: growing(z.enum(TEMPLATE_NAMES)).meta({ description: 'Template of the message.' }),
  language: growing(z.enum(LANGUAGES)).meta({
    description: 'Language in which it is written.',
  }),
  channel: growing(z.enum(CHANNELS)).meta({ description: 'How the message is sent.' }),
  recipientType: SubjectType.meta({
    description:
      'Type of the recipient. WEBHOOK_ENDPOINT is the contact of an endpoint; TENANT is the privacy contact of the centre.',
    example: 'CLIENT',
  }),
  recipientId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the recipient.',
    example: exampleId('client'),
  }),
  to: z.string().nullable().meta({
    description: 'E-mail address or telephone number, abbreviated.',
    example: 'm…@example.com',
  }),
  subjectType: SubjectType.meta({ description: 'Kind of record.' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'Subject.',
    example: exampleId('appointment'),
  }),
  followUpId: idOf('followUp').nullable(),
  step: z.string().nullable().meta({
    description: 'Follow-up step that sent the message; null if there is none.',
    example: 'reminder-48h',
  }),
  status: z
    .enum(MessageStatus)
    .meta({ description: 'Whether the message is queued, was sent, or failed.', example: 'SENT' }),
  reason: growing(z.enum(MESSAGE_REASONS)).nullable().meta({
    description: 'Reason why the message was not sent, or did not arrive; null if there is none.',
    example: null,
  }),
  originallyDueAt: time().meta({
    description: 'When it was originally due, before quiet hours, in UTC.',
  }),
  dueAt: time().meta({
    description:
      'When the message is due, in UTC. This is later than originallyDueAt if quiet hours delayed it.',
  }),
  movedByQuietHours: z.boolean().meta({ description: 'Whether quiet hours delayed the message.' }),
  sentAt: time().nullable().meta({
    description:
      'When the mail server or the provider accepted the message, in UTC; null until then.',
  }),
  deliveredAt: time().nullable().meta({
    description:
      'When the provider or the mail server reported the delivery, in UTC; null if it has not.',
    example: null,
  }),
  segments: z.int().nullable().meta({
    description: 'Number of segments of a text, each of which is paid; null for e-mails.',
    example: null,
  }),
  cost: z
    .strictObject({
      amount: z.number().meta({
        description:
          'Amount in minor units of the currency, with a fraction: a text often costs less than a cent.',
        example: 0.75,
      }),
      currency: z.string().meta({ description: 'Currency as an ISO 4217 code.', example: 'USD' }),
    })
    .nullable()
    .meta({
      description: 'Price of a text; null until the provider reports it.',
      example: null,
    }),
  ...recordMembers,
})
export type Message = z.infer<typeof Message>

export const toMessage = (row: MessageModel, cipher: Cipher): Message => ({
  id: row.id,
  template: row.template as TemplateName,
  language: row.language as Language,
  channel: row.channel as Channel,
  recipientType: subjectTypeOf(row.recipientType),
  recipientId: row.recipientId,
  to: row.sealedAddress && masked(open(cipher, row.id, row.sealedAddress) as string),
  subjectType: subjectTypeOf(row.subjectType),
  subjectId: row.subjectId,
  followUpId: row.followUpId,
  step: row.step,
  status: row.status,
  reason: row.reason as Message['reason'],
  originallyDueAt: utc(row.originallyDueAt),
  dueAt: utc(row.dueAt),
  movedByQuietHours: row.dueAt > row.originallyDueAt,
  sentAt: utcOrNull(row.sentAt),
  deliveredAt: utcOrNull(row.deliveredAt),
  segments: row.segments,
  cost:
    row.costMinor === null || row.costCurrency === null
      ? null
      : { amount: row.costMinor, currency: row.costCurrency },
  ...recordOf(row),
})

export const MessagePreview = resourceSchema('MessagePreview', {
  template: growing(z.enum(TEMPLATE_NAMES)).meta({ description: 'Template that is shown.' }),
  language: growing(z.enum(LANGUAGES)).meta({
    description: 'Language in which it is written.',
  }),
  description: z.string().meta({
    description: 'When the platform sends the message, and to whom.',
    example: 'Before an appointment, to the legal guardians.',
  }),
  subject: z.string().meta({
    description: 'Subject line of the e-mail.',
    example: 'Reminder: Tuesday, 1 December 2026 at 10:00',
  }),
  text: z
    .string()
    .meta({ description: 'Text of the e-mail, without formatting.', example: 'Hello Mara,' }),
  html: z
    .string()
    .meta({ description: 'Text of the e-mail, as HTML.', example: '<p>Hello Mara,</p>' }),
  attachments: z.array(z.string()).meta({ description: 'Names of the attachments.', example: [] }),
  sms: z
    .strictObject({
      text: z.string().meta({
        description: 'Text as sent by SMS or WhatsApp.',
        example:
          'Sunrise Therapy: Appointment of Lena: 01/12/2026, 10:00, Berlin Mitte. Reply C to confirm. Reply STOP to end texts.',
      }),
      segments: z.int().meta({ description: 'Number of segments of the SMS.', example: 1 }),
      encoding: z.enum(['GSM_7', 'UCS_2']).meta({
        description:
          'Encoding of the SMS. Characters that GSM_7 lacks make it UCS_2, with 70 instead of 160 characters in a segment.',
      }),
    })
    .nullable()
    .meta({ description: 'Short text; null if the template is sent by e-mail only.' }),
})
export type MessagePreview = z.infer<typeof MessagePreview>
