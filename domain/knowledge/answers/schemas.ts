import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { DOCUMENT_LABELS } from '../documents/document-labels.ts'
import { AnsweringModel } from '../models/schemas.ts'
import {
  AnswerClarification,
  AnswerContext,
  AnswerStatement,
  QuestionContext,
} from '../record-questions/schemas.ts'
import { FALLBACK_REASONS } from './fallback-reasons.ts'

export const QueryKnowledge = z
  .strictObject({
    assistantId: idOf('assistant'),
    documentIds: z
      .array(idOf('knowledgeDocument'))
      .min(1)
      .max(100)
      .exactOptional()
      .meta({ description: 'Documents to search. Defaults to all.' }),
    labels: DOCUMENT_LABELS.min(1)
      .exactOptional()
      .meta({
        description: 'Labels to which the search is restricted. Defaults to all documents.',
        example: ['policy'],
      }),
    validOn: calendarDate().exactOptional().meta({
      description: 'Date on which the documents must be valid. Defaults to today, in UTC.',
      example: '2026-11-23',
    }),
    childId: idOf('child').exactOptional().meta({
      description:
        'Child to whom the question applies, for example in “How are her goals going?”. Requires an assistant with a tool, and a caller who can see the child. If a language model is used, the child needs an active consent to AI_PROCESSING (`consent_missing`).',
    }),
    context: QuestionContext.exactOptional().meta({
      description:
        'The `context` of the previous answer, so that a question such as “And the one after?” continues it. What it names is read again with your permissions; an ID of a record that you cannot see is refused.',
    }),
    question: prose(1_000).trim().min(1).meta({
      description: 'Question in one of the assistant’s languages.',
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

export const SearchKnowledge = QueryKnowledge.omit({ childId: true, context: true }).meta({
  id: 'SearchKnowledge',
})
export type SearchKnowledge = z.infer<typeof SearchKnowledge>

/** A position in the documents. */
const place = {
  documentId: idOf('knowledgeDocument'),
  edition: z.int().meta({ description: 'Edition of the document.', example: 1 }),
  title: line(200).meta({ description: 'Name of the document.', example: 'cancellations.md' }),
  page: z
    .int()
    .nullable()
    .meta({ description: 'Page of a PDF; null for other formats.', example: null }),
  headings: z.array(z.string()).meta({
    description: 'Headings above the passage, outermost first.',
    example: ['Cancellations'],
  }),
}

export const Citation = resourceSchema('KnowledgeCitation', {
  ...place,
  quote: z.string().meta({
    description: 'Quoted words of the document.',
    example: 'Appointments can be cancelled free of charge until 24 hours before they begin.',
  }),
  start: z.int().meta({
    description:
      'Position of the first character of the quote in the text of the document, counted from 0.',
    example: 182,
  }),
  end: z.int().meta({ description: 'Position after the last character.', example: 261 }),
  score: z.number().min(0).max(1).meta({
    description: 'Share of the question that the quote covers, weighted by words.',
    example: 0.91,
  }),
})
export type Citation = z.infer<typeof Citation>

export const KnowledgeAnswer = resourceSchema('KnowledgeAnswer', {
  id: idOf('keptAnswer')
    .nullable()
    .meta({
      description:
        'ID of the stored answer (`GET /v1/ai/answers/{id}`), with which you can rate it. Null if the answer is not stored, because of the assistant’s `keepAnswersDays`, because processing of the child’s data is restricted, or because the answer is read from records, which change.',
      example: exampleId('keptAnswer'),
    }),
  assistantId: idOf('assistant'),
  assistantVersion: z
    .int()
    .meta({ description: 'Version of the assistant that answered.', example: 1 }),
  answer: z.string().nullable().meta({
    description:
      'The sentences of `statements`, and then the quotes in sequence, the wording of a model, or the text written by the centre (`curatedAnswerId`); null if neither records nor documents answer the question.',
    example: 'Appointments can be cancelled free of charge until 24 hours before they begin.',
  }),
  citations: z
    .array(Citation)
    .meta({ description: 'Place in the documents of each part of the answer.' }),
  curatedAnswerId: idOf('curatedAnswer').nullable().meta({
    description:
      'Curated answer that was used because its question is similar (`/v1/ai/curated-answers`); null if there is none.',
    example: null,
  }),
  confidence: z.number().min(0).max(1).meta({
    description:
      'Score of the best quote, or of the nearest passage if nothing answers the question (then at most 0.5). For a curated answer, the similarity of its question.',
    example: 0.91,
  }),
  notFound: z.boolean().meta({
    description: 'Whether neither records nor documents answer the question.',
    example: false,
  }),
  nearest: z.array(Citation).meta({
    description:
      'If no document answers the question: the nearest passages, which may help to rephrase it.',
    example: [],
  }),
  generated: z.boolean().meta({
    description:
      'Whether a model worded the answer. Each of its claims has a word-for-word quote in `citations`; claims without a quote were dropped.',
    example: false,
  }),
  model: AnsweringModel.nullable().meta({
    description: 'Model that worded the answer; null if none did.',
    example: null,
  }),
  fallbackReason: growing(z.enum(FALLBACK_REASONS)).nullable().meta({
    description:
      'Reason why the answer consists of quotes although the assistant allows a model: the failure of the last model (as in `failure` of its call), `no_model` (none is enabled), `budget_exhausted`, `data_policy` (data about a child must not go to the model), `documents_changed` while the model was answering, or `consent_missing` and `processing_restricted` if the model asked for records of a child about whom it may not be told. Null if a model worded the answer, or the assistant does not allow one.',
    example: null,
  }),
  childId: idOf('child').nullable().meta({
    description: 'Child to whom the question applies; null if there is none.',
    example: null,
  }),
  modelCallIds: z.array(idOf('modelCall')).meta({
    description: 'Model calls that were made for the question (`GET /v1/ai/model-calls/{id}`).',
    example: [],
  }),
  statements: z.array(AnswerStatement).meta({
    description:
      'Sentences that were read from records, which the assistant’s `tools` allow and you can see. Empty if the question is not about records.',
    example: [],
  }),
  clarification: AnswerClarification.nullable().meta({
    description: 'Set if a name in the question is unclear; null otherwise.',
    example: null,
  }),
  context: AnswerContext.nullable().meta({
    description:
      'What the question was about, if it was answered from records. Send it with the next question to continue. It is not stored.',
    example: null,
  }),
  examples: z.array(z.string()).meta({
    description:
      'If the question is not answered: questions about records that the assistant can answer you.',
    example: [],
  }),
})
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>

const share = (description: string, example: number) =>
  z.number().min(0).max(1).meta({ description, example })

const FoundPassage = resourceSchema('FoundPassage', {
  ...place,
  text: z.string().meta({
    description: 'Text of the whole passage, word for word.',
    example: 'Appointments can be cancelled free of charge until 24 hours before they begin.',
  }),
  start: z.int().meta({
    description: 'Position of the first character in the text of the document.',
    example: 182,
  }),
  end: z.int().meta({ description: 'Position after the last character.', example: 261 }),
  score: share(
    'Score that determines the rank: the score by words, or 0.4 of it plus 0.6 of the score by meaning.',
    0.91,
  ),
  byWords: share('Score by words among the passages compared (the best has 1)', 1),
  byMeaning: share(
    'Score by meaning among the passages compared; null without an embedding model.',
    0.85,
  ).nullable(),
})

export const FoundPassages = resourceSchema('FoundPassages', {
  assistantId: idOf('assistant'),
  assistantVersion: z
    .int()
    .meta({ description: 'Version of the assistant that was asked.', example: 1 }),
  embeddingModel: z.string().nullable().meta({
    description: 'Embedding model that was used; null if only words were compared.',
    example: null,
  }),
  passages: z.array(FoundPassage).meta({ description: 'Passages, best first, at most 20.' }),
})
export type FoundPassages = z.infer<typeof FoundPassages>
