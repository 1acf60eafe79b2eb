import { z } from 'zod'
import type { Evaluation as EvaluationRow } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

const MOST_QUESTIONS = 500
const MOST_DOCUMENTS = 20

const QUESTION = {
  question: 'How late may we cancel an appointment?',
  documentIds: [exampleId('knowledgeDocument')],
}

const EvaluatedQuestion = z
  .strictObject({
    question: prose(1_000).trim().min(1).meta({
      description: 'Question as people ask it. Do not name any person in it.',
      example: QUESTION.question,
    }),
    documentIds: z.array(idOf('knowledgeDocument')).max(MOST_DOCUMENTS).meta({
      description:
        'Documents of the assistant that answer the question. Finding any of them, or a later edition, is a hit. Empty if no document answers the question, in which case the assistant should report that.',
      example: QUESTION.documentIds,
    }),
  })
  .meta({ id: 'EvaluatedQuestion', example: QUESTION })
export type EvaluatedQuestion = z.infer<typeof EvaluatedQuestion>

const members = {
  name: line(200).meta({ description: 'Name of the evaluation.', example: 'Front desk, basics' }),
  questions: z
    .array(EvaluatedQuestion)
    .min(1)
    .max(MOST_QUESTIONS)
    .meta({
      description: 'Questions with the documents that should be found.',
      example: [QUESTION],
    }),
}

export const CreateEvaluation = z
  .strictObject({ assistantId: idOf('assistant'), ...members })
  .meta({
    id: 'CreateEvaluation',
    example: {
      assistantId: exampleId('assistant'),
      name: 'Front desk, basics',
      questions: [{ question: 'Is there a swimming pool?', documentIds: [] }],
    },
  })
export type CreateEvaluation = z.infer<typeof CreateEvaluation>

export const PatchEvaluation = z
  .strictObject({
    name: members.name.exactOptional(),
    questions: members.questions.exactOptional(),
  })
  .meta({ id: 'PatchEvaluation', example: { name: 'Front desk, all of it' } })
export type PatchEvaluation = z.infer<typeof PatchEvaluation>

export const Evaluation = resourceSchema('Evaluation', {
  id: idOf('evaluation'),
  assistantId: idOf('assistant'),
  ...members,
  questionsVersion: z.int().meta({
    description:
      'Version of the questions. It increases when they change; runs with the same version can be compared.',
    example: 1,
  }),
  ...archivableMembers,
})
export type Evaluation = z.infer<typeof Evaluation>

export const questionsOf = ({ questions }: Pick<EvaluationRow, 'questions'>): EvaluatedQuestion[] =>
  fromJson(members.questions, questions)

export const toEvaluation = (row: EvaluationRow): Evaluation => ({
  id: row.id,
  assistantId: row.assistantId,
  name: row.name,
  questions: questionsOf(row),
  questionsVersion: row.questionsVersion,
  ...archivableOf(row),
})
