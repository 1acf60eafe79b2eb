import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { DOCUMENT_LABELS } from '../documents/document-labels.ts'
import { AnsweringModel } from '../models/schemas.ts'
import { FALLBACK_REASONS } from './fallback-reasons.ts'

export const QueryKnowledge = z
  .strictObject({
    assistantId: idOf('assistant'),
    documentIds: z
      .array(idOf('knowledgeDocument'))
      .min(1)
      .max(100)
      .exactOptional()
      .meta({ description: 'Searches only these documents.' }),
    labels: DOCUMENT_LABELS.min(1)
      .exactOptional()
      .meta({
        description: 'Searches only documents with one of these labels.',
        example: ['policy'],
      }),
    validOn: calendarDate().exactOptional().meta({
      description: 'Searches documents that are valid on this day; default: today, in UTC.',
      example: '2026-11-23',
    }),
    childId: idOf('child').exactOptional().meta({
      description:
        'The child whom the question concerns: for an assistant with the tool `child_records`, and callers who see the child. If a language model is asked, the child needs an active consent to AI_PROCESSING (`consent_missing`).',
    }),
    question: prose(1_000).trim().min(1).meta({
      description: 'A language of the assistant.',
      example: 'How late may we cancel an appointment?',
    }),
  })
  .meta({
    id: 'QueryKnowledge',
    example: {
      assistantId: exampleId('assistant'),
      question: 'How late may we cancel an appointment?',
    },
  })
export type QueryKnowledge = z.infer<typeof QueryKnowledge>

export const SearchKnowledge = QueryKnowledge.omit({ childId: true }).meta({
  id: 'SearchKnowledge',
})
export type SearchKnowledge = z.infer<typeof SearchKnowledge>

/** A position in the documents. */
const place = {
  documentId: idOf('knowledgeDocument'),
  edition: z.int().meta({ description: 'Of the document.', example: 1 }),
  title: line(200).meta({ description: 'Name of the document.', example: 'cancellations.md' }),
  page: z.int().nullable().meta({ description: 'For a PDF: the page.', example: null }),
  headings: z.array(z.string()).meta({
    description: 'The headings above it, outermost first.',
    example: ['Cancellations'],
  }),
}

export const Citation = resourceSchema('KnowledgeCitation', {
  ...place,
  quote: z.string().meta({
    description: 'The quoted words of the document.',
    example: 'Appointments can be cancelled free of charge until 24 hours before they begin.',
  }),
  start: z.int().meta({
    description: 'The first character of the quote in the text of the document, from 0.',
    example: 182,
  }),
  end: z.int().meta({ description: 'The character after its last one.', example: 261 }),
  score: z.number().min(0).max(1).meta({
    description: 'How much of the question it covers, weighted by words.',
    example: 0.91,
  }),
})
export type Citation = z.infer<typeof Citation>

export const KnowledgeAnswer = resourceSchema('KnowledgeAnswer', {
  id: idOf('keptAnswer')
    .nullable()
    .meta({
      description:
        'The stored answer (`GET /v1/ai/answers/{id}`), which can be rated; null if it is not stored, because of `keepAnswersDays` of the assistant, or because processing of the child’s data is restricted.',
      example: exampleId('keptAnswer'),
    }),
  assistantId: idOf('assistant'),
  assistantVersion: z.int().meta({ description: 'The version that answered.', example: 1 }),
  answer: z.string().nullable().meta({
    description:
      'The quotes in sequence, a model’s wording of them, or the text of people of the centre (`curatedAnswerId`). null if no document answers.',
    example: 'Appointments can be cancelled free of charge until 24 hours before they begin.',
  }),
  citations: z
    .array(Citation)
    .meta({ description: 'Place of each part of the answer in the documents.' }),
  curatedAnswerId: idOf('curatedAnswer').nullable().meta({
    description:
      'The curated answer that was used, because the question is close to its own (`/v1/ai/curated-answers`); null for none.',
    example: null,
  }),
  confidence: z.number().min(0).max(1).meta({
    description:
      'The score of the best quote, or of the nearest if none answers. For a curated answer: how close its question is.',
    example: 0.91,
  }),
  notFound: z.boolean().meta({ description: 'Whether no document answers.', example: false }),
  nearest: z.array(Citation).meta({
    description:
      'If no document answers: the nearest passages, which may help to rephrase the question.',
    example: [],
  }),
  generated: z.boolean().meta({
    description:
      'Whether a model worded the answer. Each of its claims has a word-for-word quote in `citations`; claims without one were dropped.',
    example: false,
  }),
  model: AnsweringModel.nullable().meta({
    description: 'The model that worded it; null if none did.',
    example: null,
  }),
  fallbackReason: growing(z.enum(FALLBACK_REASONS)).nullable().meta({
    description:
      'Why the answer consists of quotes although the assistant allows a model: the failure of the last model (as in `failure` of its call), `no_model` (none is enabled), `budget_exhausted`, `data_policy` (no data about a child goes to the model), or `documents_changed` while the model answered. null if a model worded it, or the assistant does not allow one.',
    example: null,
  }),
  childId: idOf('child').nullable().meta({
    description: 'The child whom the question was about.',
    example: null,
  }),
  modelCallIds: z.array(idOf('modelCall')).meta({
    description: 'The model calls for it (`GET /v1/ai/model-calls/{id}`).',
    example: [],
  }),
})
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>

const share = (description: string, example: number) =>
  z.number().min(0).max(1).meta({ description, example })

const FoundPassage = resourceSchema('FoundPassage', {
  ...place,
  text: z.string().meta({
    description: 'The whole passage, word for word.',
    example: 'Appointments can be cancelled free of charge until 24 hours before they begin.',
  }),
  start: z
    .int()
    .meta({ description: 'Its first character in the text of the document.', example: 182 }),
  end: z.int().meta({ description: 'The character after its last one.', example: 261 }),
  score: share('What it is ranked by: of words alone, or 0.4 of words and 0.6 of meaning.', 0.91),
  byWords: share('Score by words among the passages compared; the best has 1.', 1),
  byMeaning: share('Score by meaning, likewise; null without an embedding model.', 0.85).nullable(),
})

export const FoundPassages = resourceSchema('FoundPassages', {
  assistantId: idOf('assistant'),
  assistantVersion: z.int().meta({ description: 'The version that was asked.', example: 1 }),
  embeddingModel: z.string().nullable().meta({
    description: 'Embedding model used; null: only words were compared.',
    example: null,
  }),
  passages: z.array(FoundPassage).meta({ description: 'Best first, at most 20.' }),
})
export type FoundPassages = z.infer<typeof FoundPassages>
