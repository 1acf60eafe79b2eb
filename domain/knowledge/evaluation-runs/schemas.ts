import { z } from 'zod'
import type {
  EvaluationResult as ResultRow,
  EvaluationRun as RunRow,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { isNotFoundRight, RUN_STATUSES, type RunStatus } from './rules.ts'

const count = (description: string, example: number) => z.int().meta({ description, example })
const share = (description: string, example: number) =>
  z.number().min(0).max(1).nullable().meta({ description, example })
const documents = (description: string) =>
  z
    .array(idOf('knowledgeDocument'))
    .meta({ description, example: [exampleId('knowledgeDocument')] })
const at = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2026-11-23T09:30:00.000Z' })

const EvaluationTotals = resourceSchema('EvaluationTotals', {
  answerable: count('Questions that a document answers: the rates of hits are of these.', 40),
  hitRateAt1: share('Share with an expected document first; null: no question has one.', 0.8),
  hitRateAt3: share('…among the first three.', 0.925),
  hitRateAt10: share('…among the first ten.', 0.975),
  meanReciprocalRank: share('Mean of 1 / rank, 0 where it is not among the first ten.', 0.8654),
  notFoundAccuracy: share(
    'Share of all questions where the assistant answers if, and only if, a document does.',
    0.9,
  ),
})

export const EvaluationRun = resourceSchema('EvaluationRun', {
  id: idOf('evaluationRun'),
  evaluationId: idOf('evaluation'),
  assistantId: idOf('assistant'),
  assistantVersion: count('The version that was asked: the published one when the run began.', 1),
  questionsVersion: count('Of the evaluation: runs with the same one compare.', 1),
  status: z.enum(RUN_STATUSES).meta({ description: 'DONE has totals.', example: 'DONE' }),
  questions: count('How many questions it has.', 50),
  settled: count('How many of them are settled so far.', 50),
  embeddingModel: z.string().nullable().meta({
    description: 'Embedding model used; null: only words were compared.',
    example: null,
  }),
  totals: EvaluationTotals.nullable().meta({ description: 'null until it is DONE.' }),
  requestedBy: z.string().meta({
    description: 'Id of the user or API key that started it.',
    example: exampleId('apiKey'),
  }),
  finishedAt: at('When the last question was settled, in UTC.'),
  ...recordMembers,
})
export type EvaluationRun = z.infer<typeof EvaluationRun>

export const EvaluationResult = resourceSchema('EvaluationResult', {
  number: count('The place of the question in the evaluation, from 1.', 1),
  question: z.string().meta({
    description: 'The question as asked.',
    example: 'How late may we cancel an appointment?',
  }),
  documentIds: documents('Documents that should be found, with their later editions.'),
  foundDocumentIds: documents('The documents that were found, the best first, at most ten.'),
  rank: z.int().nullable().meta({
    description: 'Rank of the first expected document; null if it was not found.',
    example: 1,
  }),
  hit: z.boolean().nullable().meta({
    description:
      'Whether an expected document was found; null if none is expected, or while pending.',
    example: true,
  }),
  notFound: z.boolean().nullable().meta({
    description: 'Whether the assistant would say that no document answers; null while pending.',
    example: false,
  }),
  notFoundRight: z.boolean().nullable().meta({
    description: 'Whether that would be right; null while pending.',
    example: true,
  }),
  settledAt: at('When it was settled, in UTC.'),
})
export type EvaluationResult = z.infer<typeof EvaluationResult>

export const toEvaluationRun = (row: RunRow): EvaluationRun => ({
  id: row.id,
  evaluationId: row.evaluationId,
  assistantId: row.assistantId,
  assistantVersion: row.assistantVersion,
  questionsVersion: row.questionsVersion,
  status: row.status as RunStatus,
  questions: row.questions,
  settled: row.settled,
  embeddingModel: row.embeddingModel,
  totals: row.totals === null ? null : fromJson(EvaluationTotals, row.totals),
  requestedBy: row.requestedBy,
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})

export const toEvaluationResult = (row: ResultRow): EvaluationResult => {
  const { number, question, expected, found, rank, notFound, settledAt } = row
  return {
    number,
    question,
    documentIds: expected,
    foundDocumentIds: found,
    rank,
    hit: notFound === null || expected.length === 0 ? null : rank !== null,
    notFound,
    notFoundRight: notFound === null ? null : isNotFoundRight({ expected, notFound }),
    settledAt: utcOrNull(settledAt),
  }
}
