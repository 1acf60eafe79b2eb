import { z } from 'zod'
import { FormAnswer } from '#clinical/form-templates/form-answer.ts'
import type { FamilyCheckIn as FamilyCheckInModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { fromJson } from '#platform/core/json.ts'
import { recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utcOrNull } from '#platform/core/time.ts'

export const MOODS = ['GOOD', 'MIXED', 'WORRIED'] as const

export const FamilyCheckIn = resourceSchema('FamilyCheckIn', {
  id: idOf('familyCheckIn'),
  programId: idOf('program'),
  clientId: idOf('client').meta({ description: 'The guardian who answered.' }),
  mood: z.enum(MOODS).nullable().meta({
    description:
      'How it goes, in the guardian’s view; null when the center asked questions of its own.',
  }),
  servicesReceived: z
    .boolean()
    .nullable()
    .meta({ description: 'As agreed in the plan.', example: true }),
  callWanted: z.boolean().nullable().meta({
    description:
      'Whether the guardian wishes a call; null when the center asked questions of its own.',
    example: false,
  }),
  questionSetId: idOf('familyCheckInQuestionSet')
    .nullable()
    .meta({ description: 'Of the centre; then the three before are null.', example: null }),
  answers: z
    .record(z.string(), FormAnswer)
    .nullable()
    .meta({ description: 'By the key of the question.', example: null }),
  comment: z.string().nullable().meta({
    description: 'What the guardian added, in their own words; null for nothing.',
    example: 'She says whole words now.',
  }),
  worrying: z.boolean().meta({
    description: 'Worried, without services, or wishing a call; or as the question set says.',
    example: false,
  }),
  acknowledgedAt: z.iso.datetime().nullable().meta({
    description: 'When somebody took note of the answer, in UTC; null before.',
    example: null,
  }),
  acknowledgedBy: z.string().nullable().meta({
    description: 'Who took note of it: the id of a user or an API key; null before.',
    example: null,
  }),
  ...recordMembers,
})
export type FamilyCheckIn = z.infer<typeof FamilyCheckIn>

export const toFamilyCheckIn = (row: FamilyCheckInModel): FamilyCheckIn => ({
  id: row.id,
  programId: row.programId,
  clientId: row.clientId,
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

/** Whether somebody should call the family. */
export const isWorrying = ({
  mood,
  servicesReceived,
  callWanted,
}: {
  mood: (typeof MOODS)[number]
  servicesReceived: boolean
  callWanted: boolean
}): boolean => mood === 'WORRIED' || !servicesReceived || callWanted
