import { z } from 'zod'
import type { CuratedAnswer as CuratedAnswerRow } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { Citation } from '../answers/schemas.ts'

const QUESTION = 'How late may we cancel an appointment?'
const ANSWER = 'You may cancel free of charge until 24 hours before.'

const question = prose(1_000).trim().min(1).meta({
  description:
    'Question as people ask it. Everybody who can ask the assistant can see the question and the answer, so do not name any person.',
  example: QUESTION,
})
const answer = prose(10_000)
  .trim()
  .min(1)
  .meta({ description: 'Answer in the centre’s own words.', example: ANSWER })

const quotes = z
  .array(
    z.strictObject({
      documentId: idOf('knowledgeDocument'),
      quote: prose(2_000).min(1).meta({
        description: 'Text of a passage of the document, word for word.',
        example: 'until 24 hours before',
      }),
    }),
  )
  .max(20)
  .meta({
    description:
      'Places in READY documents of the assistant that support the answer. Once one of these documents is removed or replaced, the answer is no longer used (`outdated`).',
    example: [],
  })

export const CurateKeptAnswer = z
  .strictObject({ question, answer, citations: quotes.exactOptional() })
  .meta({ id: 'CurateKeptAnswer', example: { question: QUESTION, answer: ANSWER } })
export type CurateKeptAnswer = z.infer<typeof CurateKeptAnswer>

export const CreateCuratedAnswer = z
  .strictObject({
    assistantId: idOf('assistant'),
    question,
    answer,
    citations: quotes.default([]),
  })
  .meta({
    id: 'CreateCuratedAnswer',
    example: { assistantId: exampleId('assistant'), question: QUESTION, answer: ANSWER },
  })
export type CreateCuratedAnswer = z.infer<typeof CreateCuratedAnswer>

export const PatchCuratedAnswer = z
  .strictObject({
    question: question.exactOptional(),
    answer: answer.exactOptional(),
    citations: quotes.exactOptional(),
  })
  .meta({ id: 'PatchCuratedAnswer', example: { answer: ANSWER } })
export type PatchCuratedAnswer = z.infer<typeof PatchCuratedAnswer>

export const CuratedAnswer = resourceSchema('CuratedAnswer', {
  id: idOf('curatedAnswer'),
  assistantId: idOf('assistant'),
  question,
  answer,
  citations: z.array(Citation).meta({
    description:
      'Places in documents that support the answer. `score` is 1, because a person chose them.',
    example: [],
  }),
  outdated: z.boolean().meta({
    description:
      'Whether a cited document was removed or replaced. If so, the answer is not used until you change its citations.',
    example: false,
  }),
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that published the current text.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When the current text was published, in UTC.',
    example: '2026-11-23T09:30:00.000Z',
  }),
  ...archivableMembers,
})
export type CuratedAnswer = z.infer<typeof CuratedAnswer>

/** Stored positions, which were validated when they were saved. */
export const citationsOf = ({ citations }: Pick<CuratedAnswerRow, 'citations'>): Citation[] =>
  fromJson(z.array(Citation), citations)

export const toCuratedAnswer = (row: CuratedAnswerRow, outdated: boolean): CuratedAnswer => ({
  id: row.id,
  assistantId: row.assistantId,
  question: row.question,
  answer: row.answer,
  citations: citationsOf(row),
  outdated,
  publishedBy: row.publishedBy,
  publishedAt: utc(row.publishedAt),
  ...archivableOf(row),
})
