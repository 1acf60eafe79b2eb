import { z } from 'zod'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { FormAnswer } from '#clinical/form-templates/form-answer.ts'
import type { FamilyCheckIn as FamilyCheckInModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, utcOrNull } from '#platform/core/time/time.ts'

export const CHANNELS = ['LINK', 'PHONE'] as const
export const MOODS = ['GOOD', 'MIXED', 'WORRIED'] as const

export const FamilyCheckIn = resourceSchema('FamilyCheckIn', {
  id: idOf('familyCheckIn'),
  programId: idOf('program'),
  clientId: idOf('client').meta({ description: 'The guardian who answered.' }),
  channel: z.enum(CHANNELS).meta({
    description: 'Whether the guardian answered through a link or by telephone.',
  }),
  answeredOn: calendarDate().meta({
    description: 'Date of the answer at the program’s location, as YYYY-MM-DD.',
    example: '2026-11-20',
  }),
  mood: z.enum(MOODS).nullable().meta({
    description:
      'How things are going, according to the guardian; null if the centre asked its own questions.',
  }),
  servicesReceived: z.boolean().nullable().meta({
    description:
      'Whether the family received services as agreed in the plan; null if the centre asked its own questions.',
    example: true,
  }),
  callWanted: z.boolean().nullable().meta({
    description: 'Whether the guardian wants a call; null if the centre asked its own questions.',
    example: false,
  }),
  questionSetId: idOf('familyCheckInQuestionSet').nullable().meta({
    description:
      'The centre’s question set that the family answers; null for the standard questions. If it is set, `mood`, `servicesReceived` and `callWanted` are null.',
    example: null,
  }),
  answers: z
    .record(z.string(), FormAnswer)
    .nullable()
    .meta({ description: 'Answers by the key of the question.', example: null }),
  comment: z.string().nullable().meta({
    description: 'Remarks of the guardian; null if there are none.',
    example: 'She says whole words now.',
  }),
  worrying: z.boolean().meta({
    description:
      'Whether the answers raise concern: the family is worried, lacks services or wants a call, or a condition of the question set is true.',
    example: false,
  }),
  acknowledgedAt: z.iso.datetime().nullable().meta({
    description: 'When the answer was acknowledged, in UTC; null until then.',
    example: null,
  }),
  acknowledgedBy: z.string().nullable().meta({
    description: 'ID of the user or API key that acknowledged the answer; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type FamilyCheckIn = z.infer<typeof FamilyCheckIn>

export const toFamilyCheckIn = (row: FamilyCheckInModel): FamilyCheckIn => ({
  id: row.id,
  programId: row.programId,
  clientId: row.clientId,
  channel: row.channel,
  answeredOn: dateText(row.answeredOn),
  mood: row.mood,
  servicesReceived: row.servicesReceived,
  callWanted: row.callWanted,
  questionSetId: row.questionSetId,
  answers: fromJson(FamilyCheckIn.shape.answers, row.answers),
  comment: row.comment,
  worrying: row.worrying,
  acknowledgedAt: utcOrNull(row.acknowledgedAt),
  acknowledgedBy: row.acknowledgedBy,
  ...recordOf(row),
})

const ASKED = {
  programId: idOf('program'),
  clientId: idOf('client').meta({
    description: 'Legal guardian, foster parent or surrogate parent of the child.',
  }),
}

const MAX_COMMENT = 2_000

export const RecordFamilyCheckIn = z
  .strictObject({
    ...ASKED,
    answeredOn: calendarDate().exactOptional().meta({
      description: 'Date of the call, as YYYY-MM-DD. Defaults to today at the program’s location.',
      example: '2026-11-20',
    }),
    mood: z.enum(MOODS).exactOptional().meta({ description: 'How things are going.' }),
    servicesReceived: z.boolean().exactOptional().meta({
      description: 'Whether the family received the agreed services.',
    }),
    callWanted: z.boolean().exactOptional().meta({
      description: 'Whether the family wants another call.',
    }),
    answers: z
      .record(z.string().max(40), FormAnswer)
      .exactOptional()
      .meta({
        description:
          'Answers to the program’s question set, by the key of the question. Required if the program has a question set.',
        example: { sleeps: true },
      }),
    comment: prose(MAX_COMMENT).exactOptional().meta({
      description: 'Remarks of the family, as noted by the person who called.',
    }),
  })
  .meta({
    id: 'RecordFamilyCheckIn',
    example: {
      programId: exampleId('program'),
      clientId: exampleId('client'),
      mood: 'MIXED',
      servicesReceived: true,
      callWanted: false,
    },
  })
export type RecordFamilyCheckIn = z.infer<typeof RecordFamilyCheckIn>

export const SendFamilyCheckIn = z
  .strictObject({
    programId: ASKED.programId,
    clientId: ASKED.clientId.exactOptional(),
    language: z.enum(LANGUAGES).exactOptional().meta({
      description:
        'Language of the e-mail and its page. Defaults to the program’s `checkInLanguage`.',
      example: 'en',
    }),
  })
  .meta({ id: 'SendFamilyCheckIn', example: { programId: exampleId('program') } })
export type SendFamilyCheckIn = z.infer<typeof SendFamilyCheckIn>

export const SentFamilyCheckIn = z
  .strictObject({
    clientId: idOf('client').meta({ description: 'Client who was asked.' }),
    messageId: idOf('message').meta({ description: 'E-mail message with the link.' }),
    language: z.enum(LANGUAGES).meta({ description: 'Language of the e-mail.', example: 'en' }),
  })
  .meta({ id: 'SentFamilyCheckIn' })
export type SentFamilyCheckIn = z.infer<typeof SentFamilyCheckIn>
