import { z } from 'zod'
import type { KeptAnswer as KeptAnswerRow } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { WITHHELD, withheldMember } from '#platform/core/access/withheld.ts'
import { Citation, KnowledgeAnswer } from '../answers/schemas.ts'

const { assistantVersion, answer, citations, confidence, notFound, generated, curatedAnswerId } =
  KnowledgeAnswer.shape

const by = (description: string) => z.string().meta({ description, example: exampleId('apiKey') })
const at = (description: string) =>
  z.iso.datetime().meta({ description, example: '2026-11-23T09:30:00.000Z' })

const helpful = z.boolean().meta({ description: 'Whether the answer helped.', example: false })
const reason = line(1_000).nullable().meta({
  description: 'Comment on the rating.',
  example: 'The fee has changed.',
})
const text = prose(10_000).trim().min(1).meta({
  description: 'Corrected answer.',
  example: 'Appointments can be cancelled free of charge until 48 hours before they begin.',
})

export const RateKeptAnswer = z
  .strictObject({ helpful, reason: reason.default(null) })
  .meta({ id: 'RateKeptAnswer', example: { helpful: false, reason: 'The fee has changed.' } })
export type RateKeptAnswer = z.infer<typeof RateKeptAnswer>

export const CorrectKeptAnswer = z.strictObject({ text }).meta({
  id: 'CorrectKeptAnswer',
  example: { text: 'Appointments can be cancelled free of charge until 48 hours before.' },
})
export type CorrectKeptAnswer = z.infer<typeof CorrectKeptAnswer>

const Rating = resourceSchema('KeptAnswerRating', {
  helpful,
  reason,
  ratedBy: by('Id of the user or API key that rated it.'),
  ratedAt: at('When, in UTC.'),
})

const Correction = resourceSchema('KeptAnswerCorrection', {
  text,
  correctedBy: by('ID of the user or API key that made the correction.'),
  correctedAt: at('When, in UTC.'),
})

export const KeptAnswer = resourceSchema('KeptAnswer', {
  id: idOf('keptAnswer'),
  assistantId: idOf('assistant'),
  assistantVersion,
  question: z.string().meta({
    description: 'The question as asked.',
    example: 'How late may we cancel an appointment?',
  }),
  answer,
  citations,
  withheld: withheldMember('`answer` and `citations`'),
  notFound,
  confidence,
  generated,
  curatedAnswerId,
  childId: idOf('child').nullable().meta({
    description: 'The child whom the question was about.',
    example: null,
  }),
  askedBy: by('Id of the user or API key that asked.'),
  expiresAt: at('When it is deleted: after the `keepAnswersDays` that the assistant had then.'),
  rating: Rating.nullable().meta({ description: 'null: nobody has rated it.', example: null }),
  correction: Correction.nullable().meta({
    description: 'null: nobody has corrected it.',
    example: null,
  }),
  ...recordMembers,
})
export type KeptAnswer = z.infer<typeof KeptAnswer>

/** @param withheld permissions for the documents' content that the reader lacks */
export const toKeptAnswer = (row: KeptAnswerRow, withheld: readonly string[]): KeptAnswer => {
  const isShown = withheld.length === 0
  return {
    ...factsOf(row),
    answer: isShown || row.answer === null ? row.answer : WITHHELD,
    citations: isShown ? fromJson(z.array(Citation), row.citations) : [],
    withheld: [...withheld],
  }
}

const factsOf = (row: KeptAnswerRow): Omit<KeptAnswer, 'answer' | 'citations' | 'withheld'> => ({
  id: row.id,
  assistantId: row.assistantId,
  assistantVersion: row.assistantVersion,
  question: row.question,
  notFound: row.notFound,
  confidence: row.confidence,
  generated: row.generated,
  curatedAnswerId: row.curatedAnswerId,
  childId: row.childId,
  askedBy: row.askedBy,
  expiresAt: utc(row.expiresAt),
  rating: ratingOf(row),
  correction: correctionOf(row),
  ...recordOf(row),
})

const ratingOf = ({ helpful, ratingReason, ratedBy, ratedAt }: KeptAnswerRow) =>
  helpful === null
    ? null
    : { helpful, reason: ratingReason, ratedBy: ratedBy!, ratedAt: utc(ratedAt!) }

const correctionOf = ({ correction, correctedBy, correctedAt }: KeptAnswerRow) =>
  correction === null
    ? null
    : { text: correction, correctedBy: correctedBy!, correctedAt: utc(correctedAt!) }
