import { z } from 'zod'
import type { FamilyCheckInQuestionSet as SetModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import {
  Condition,
  Question,
  type FormDefinition,
} from '#clinical/form-templates/form-definition.ts'

const members = {
  name: line(100).meta({ description: 'Name of the question set.', example: 'Every two weeks' }),
  questions: z
    .array(Question)
    .min(1)
    .max(20)
    .meta({
      description: 'Typed questions with conditions, as in forms.',
      example: [
        { type: 'YES_NO', key: 'sleeps', label: 'Does your child sleep well?', required: true },
        { type: 'LONG_TEXT', key: 'more', label: 'Anything else?', required: false },
      ],
    }),
  worries: z
    .array(Condition)
    .max(20)
    .meta({
      description:
        'Conditions on the answers. If one of them is true, the answers raise concern and the coordinator is notified.',
      example: [{ question: 'sleeps', op: 'EQUALS', value: false }],
    }),
}

export const QuestionSet = resourceSchema('FamilyCheckInQuestionSet', {
  id: idOf('familyCheckInQuestionSet'),
  ...members,
  createdAt: z.iso.datetime().meta({
    description: 'When the set was created, in UTC. A set never changes.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type QuestionSet = z.infer<typeof QuestionSet>

export const CreateQuestionSet = z.strictObject(members).meta({
  id: 'CreateFamilyCheckInQuestionSet',
  example: {
    name: 'Every two weeks',
    questions: [
      { type: 'YES_NO', key: 'sleeps', label: 'Does your child sleep well?', required: true },
      { type: 'LONG_TEXT', key: 'more', label: 'Anything else?' },
    ],
    worries: [{ question: 'sleeps', op: 'EQUALS', value: false }],
  },
})
export type CreateQuestionSet = z.infer<typeof CreateQuestionSet>

/** Converts the questions to a form with one section. */
export const asForm = ({ name, questions }: Pick<QuestionSet, 'name' | 'questions'>) =>
  ({ sections: [{ title: name, questions }], scores: [], signature: false }) as FormDefinition

export const toQuestionSet = (row: SetModel): QuestionSet => ({
  id: row.id,
  name: row.name,
  questions: fromJson(QuestionSet.shape.questions, row.questions),
  worries: fromJson(QuestionSet.shape.worries, row.worries),
  createdAt: utc(row.createdAt),
})
