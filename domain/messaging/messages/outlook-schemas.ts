import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { FAMILY_KIND_NAMES } from './family-kinds.ts'
import { CHANNELS } from '../channels/rules.ts'
import { MESSAGE_REASONS } from './rules.ts'

/** What becomes of a message. */
const OUTLOOKS = ['SENT', 'QUEUED', 'PLANNED', 'NOT_SENT'] as const

/** Why a message is not sent: reasons of messages, and those known before there is one. */
const OUTLOOK_REASONS = [
  ...MESSAGE_REASONS,
  'already_known',
  'not_told',
  'step_left_out',
  'no_guardian',
] as const

export const MessageOutlook = z
  .strictObject({
    kind: growing(z.enum(FAMILY_KIND_NAMES)).nullable().meta({
      description: 'Kind of the message; null for a message to a provider.',
      example: 'APPOINTMENT_MOVED',
    }),
    outlook: z.enum(OUTLOOKS).meta({
      description:
        'SENT: the mail server accepted it. QUEUED: it is about to be sent. PLANNED: it will be sent unless the appointment changes first. NOT_SENT: see `reason`.',
      example: 'PLANNED',
    }),
    dueAt: z.iso.datetime().nullable().meta({
      description:
        'When it was sent, will be sent or should have been sent, in UTC; null if there is no such time.',
      example: '2026-11-29T09:00:00.000Z',
    }),
    channel: growing(z.enum(CHANNELS)).meta({ description: 'How the message is sent.' }),
    recipientType: SubjectType.nullable().meta({
      description: 'Type of the recipient; null if nobody would have received it.',
      example: 'CLIENT',
    }),
    recipientId: naming(ANY_RECORD, z.string())
      .nullable()
      .meta({
        description: 'ID of the recipient; null if nobody would have received it.',
        example: exampleId('client'),
      }),
    recipientName: z.string().nullable().meta({
      description: 'Name of the recipient; null if you cannot read it.',
      example: 'Mara Weiss',
    }),
    reason: growing(z.enum(OUTLOOK_REASONS)).nullable().meta({
      description: 'Why it is not sent; null if it is.',
      example: null,
    }),
    text: z.string().meta({
      description: 'The same in words.',
      example: 'Mara Weiss is told by e-mail',
    }),
    messageId: idOf('message').nullable().meta({
      description: 'ID of the message; null if it does not exist yet.',
      example: null,
    }),
    step: z.string().nullable().meta({
      description: 'Step of the follow-up that sends it; null if there is none.',
      example: 'invitation',
    }),
  })
  .meta({ id: 'MessageOutlook' })
export type MessageOutlook = z.infer<typeof MessageOutlook>
export type OutlookReason = (typeof OUTLOOK_REASONS)[number]
