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
    description: 'Whether the guardian answered through a link, or a telephone call was recorded.',
  }),
  answeredOn: calendarDate().meta({
    description: 'Day of the answer, where the program is, as YYYY-MM-DD.',
    example: '2026-11-20',
  }),
  mood: z.enum(MOODS).nullable().meta({
    description:
      'How things are going, in the guardian’s view; null if the centre asked its own questions.',
  }),
  servicesReceived: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether services were received as agreed in the plan.', example: true }),
  callWanted: z.boolean().nullable().meta({
    description: 'Whether the guardian wants a call; null if the centre asked its own questions.',
    example: false,
  }),
  questionSetId: idOf('familyCheckInQuestionSet').nullable().meta({
    description: 'Question set of the centre; if set, the previous three members are null.',
    example: null,
  }),
  answers: z
    .record(z.string(), FormAnswer)
    .nullable()
    .meta({ description: 'By the key of the question.', example: null }),
  comment: z.string().nullable().meta({
    description: 'Remarks of the guardian, if any.',
    example: 'She says whole words now.',
  }),
  worrying: z.boolean().meta({
    description:
      'The family is worried, lacks services or wants a call; or as the question set defines.',
    example: false,
  }),
  acknowledgedAt: z.iso.datetime().nullable().meta({
    description: 'When the answer was acknowledged, in UTC; null before.',
    example: null,
  }),
  acknowledgedBy: z.string().nullable().meta({
    description: 'Id of the user or API key that acknowledged it; null before.',
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
    description: 'A legal guardian, foster or surrogate parent of the child.',
  }),
}

const MAX_COMMENT = 2_000

export const RecordFamilyCheckIn = z
  .strictObject({
    ...ASKED,
    answeredOn: calendarDate().exactOptional().meta({
      description: 'Day of the call, as YYYY-MM-DD. Without it: today, where the program is.',
      example: '2026-11-20',
    }),
    mood: z.enum(MOODS).exactOptional().meta({ description: 'How things are going.' }),
    servicesReceived: z.boolean().exactOptional().meta({
      description: 'Whether the family received the services as agreed.',
    }),
    callWanted: z.boolean().exactOptional().meta({
      description: 'Whether the family wants another call.',
    }),
    answers: z
      .record(z.string().max(40), FormAnswer)
      .exactOptional()
      .meta({
        description: 'If the program has a question set: the answers to it, by key.',
        example: { sleeps: true },
      }),
    comment: prose(MAX_COMMENT).exactOptional().meta({
      description: 'The family’s remarks, as noted by the caller.',
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
      description: 'Language of the e-mail and its page. Default: checkInLanguage of the program.',
      example: 'en',
    }),
  })
  .meta({ id: 'SendFamilyCheckIn', example: { programId: exampleId('program') } })
export type SendFamilyCheckIn = z.infer<typeof SendFamilyCheckIn>

export const SentFamilyCheckIn = z
  .strictObject({
    clientId: idOf('client').meta({ description: 'Who was asked.' }),
    messageId: idOf('message').meta({ description: 'The e-mail with the link.' }),
    language: z.enum(LANGUAGES).meta({ description: 'In which language.', example: 'en' }),
  })
  .meta({ id: 'SentFamilyCheckIn' })
export type SentFamilyCheckIn = z.infer<typeof SentFamilyCheckIn>
