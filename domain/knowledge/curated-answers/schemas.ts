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
    'As people ask it. Whoever may ask the assistant may see it: name nobody in it, nor in the answer.',
  example: QUESTION,
})
const answer = prose(10_000)
  .trim()
  .min(1)
  .meta({ description: 'In the words of the centre.', example: ANSWER })

const quotes = z
  .array(
    z.strictObject({
      documentId: idOf('knowledgeDocument'),
      quote: prose(2_000).min(1).meta({
        description: 'Words that stand in a passage of the document exactly as they are here.',
        example: 'until 24 hours before',
      }),
    }),
  )
  .max(20)
  .meta({
    description:
      'Where the answer stands in documents of the assistant that are READY. Once one of them is removed or replaced, the answer is not given any more (`outdated`).',
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
    description: 'Where it stands in documents; `score` is 1, as a person chose them.',
    example: [],
  }),
  outdated: z.boolean().meta({
    description:
      'Whether a document that it cites was removed or replaced: it does not answer until its citations are changed.',
    example: false,
  }),
  publishedBy: z.string().meta({
    description: 'Who published it as it is: the id of a user or an API key.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When it was published as it is, in UTC.',
    example: '2026-11-23T09:30:00.000Z',
  }),
  ...archivableMembers,
})
export type CuratedAnswer = z.infer<typeof CuratedAnswer>

/** The places in the row: they were checked before they were written. */
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
