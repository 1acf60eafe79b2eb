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
  answerable: count(
    'Number of questions that a document answers. The hit rates refer to these questions.',
    40,
  ),
  hitRateAt1: share(
    'Share of these questions for which an expected document is found first; null if there are none.',
    0.8,
  ),
  hitRateAt3: share(
    'Share of these questions for which an expected document is among the first three.',
    0.925,
  ),
  hitRateAt10: share(
    'Share of these questions for which an expected document is among the first ten.',
    0.975,
  ),
  meanReciprocalRank: share(
    'Mean of 1 / rank, where questions without an expected document among the first ten count as 0.',
    0.8654,
  ),
  notFoundAccuracy: share(
    'Share of all questions for which the assistant answers if, and only if, a document does.',
    0.9,
  ),
})

export const EvaluationRun = resourceSchema('EvaluationRun', {
  id: idOf('evaluationRun'),
  evaluationId: idOf('evaluation'),
  assistantId: idOf('assistant'),
  assistantVersion: count(
    'Version of the assistant that was asked, which was the published version when the run began.',
    1,
  ),
  questionsVersion: count(
    'Version of the evaluation’s questions. Runs with the same version can be compared.',
    1,
  ),
  status: z
    .enum(RUN_STATUSES)
    .meta({ description: 'Status of the run. A run that is DONE has totals.', example: 'DONE' }),
  questions: count('Number of questions.', 50),
  settled: count('Number of questions settled so far.', 50),
  embeddingModel: z.string().nullable().meta({
    description: 'Embedding model that was used; null if only words were compared.',
    example: null,
  }),
  totals: EvaluationTotals.nullable().meta({
    description: 'Totals of the run; null until it is DONE.',
  }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that started the run.',
    example: exampleId('apiKey'),
  }),
  finishedAt: at('When the last question was settled, in UTC; null until then.'),
  ...recordMembers,
})
export type EvaluationRun = z.infer<typeof EvaluationRun>

export const EvaluationResult = resourceSchema('EvaluationResult', {
  number: count('Number of the question in the evaluation, counted from 1.', 1),
  question: z.string().meta({
    description: 'Question as it was asked.',
    example: 'How late may we cancel an appointment?',
  }),
  documentIds: documents(
    'Documents that should be found. Later editions of these documents also count.',
  ),
  foundDocumentIds: documents('Documents that were found, best first, at most ten.'),
  rank: z.int().nullable().meta({
    description: 'Rank of the first expected document; null if none was found.',
    example: 1,
  }),
  hit: z.boolean().nullable().meta({
    description:
      'Whether an expected document was found; null if none is expected, or while pending.',
    example: true,
  }),
  notFound: z.boolean().nullable().meta({
    description:
      'Whether the assistant would report that no document answers the question; null while pending.',
    example: false,
  }),
  notFoundRight: z.boolean().nullable().meta({
    description: 'Whether that report would be correct; null while pending.',
    example: true,
  }),
  settledAt: at('When the question was settled, in UTC; null while pending.'),
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
