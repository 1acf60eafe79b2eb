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
  ratedBy: by('ID of the user or API key that rated the answer.'),
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
    description: 'Question as it was asked.',
    example: 'How late may we cancel an appointment?',
  }),
  answer,
  citations,
  withheld: withheldMember('`answer`, `citations` and the text of `correction`'),
  notFound,
  confidence,
  generated,
  curatedAnswerId,
  childId: idOf('child').nullable().meta({
    description: 'Child to whom the question applies; null if there is none.',
    example: null,
  }),
  askedBy: by('ID of the user or API key that made the request.'),
  expiresAt: at(
    'When the answer is deleted, in UTC. This follows from the assistant’s `keepAnswersDays` when the answer was given.',
  ),
  rating: Rating.nullable().meta({
    description: 'Rating of the answer; null if nobody has rated it.',
    example: null,
  }),
  correction: Correction.nullable().meta({
    description: 'Correction of the answer; null if nobody has corrected it.',
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
    correction: correctionOf(row, isShown),
    withheld: [...withheld],
  }
}

/** What a reader without the permissions for the documents does not get in full. */
type Hidden = 'answer' | 'citations' | 'correction' | 'withheld'

const factsOf = (row: KeptAnswerRow): Omit<KeptAnswer, Hidden> => ({
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
  ...recordOf(row),
})

const ratingOf = ({ helpful, ratingReason, ratedBy, ratedAt }: KeptAnswerRow) =>
  helpful === null
    ? null
    : { helpful, reason: ratingReason, ratedBy: ratedBy!, ratedAt: utc(ratedAt!) }

const correctionOf = ({ correction, correctedBy, correctedAt }: KeptAnswerRow, isShown: boolean) =>
  correction === null
    ? null
    : {
        text: isShown ? correction : WITHHELD,
        correctedBy: correctedBy!,
        correctedAt: utc(correctedAt!),
      }
