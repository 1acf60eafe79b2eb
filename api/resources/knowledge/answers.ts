import { embedText } from '#knowledge/answers/embed-text.ts'
import { curateKeptAnswer } from '#knowledge/curated-answers/curate-kept-answer.ts'
import { CuratedAnswer, CurateKeptAnswer } from '#knowledge/curated-answers/schemas.ts'
import { correctKeptAnswer } from '#knowledge/kept-answers/correct-kept-answer.ts'
import { getKeptAnswer, KeptAnswerQuery, listKeptAnswers } from '#knowledge/kept-answers/queries.ts'
import { rateKeptAnswer } from '#knowledge/kept-answers/rate-kept-answer.ts'
import { CorrectKeptAnswer, KeptAnswer, RateKeptAnswer } from '#knowledge/kept-answers/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'
import { exampleId } from '#platform/core/records/ids.ts'

const tag = 'Assistants and knowledge'
const params = idParam('keptAnswer')
const path = '/v1/ai/answers/{id}'
const by = exampleId('apiKey')

export const answerOperations = [
  operation({
    id: 'listKeptAnswers',
    method: 'get',
    path: '/v1/ai/answers',
    tag,
    summary: 'List answers',
    description:
      'Newest first. Returns answers to your own questions and, with `knowledge:write`, answers to all questions. Answers are kept for the number of days in the assistant’s `keepAnswersDays`.',
    permission: 'knowledge-answers:read',
    query: KeptAnswerQuery,
    status: 200,
    response: pageOf(KeptAnswer),
    run: (ctx, { query }) => listKeptAnswers(ctx, query),
  }),
  operation({
    id: 'getKeptAnswer',
    method: 'get',
    path,
    tag,
    summary: 'Retrieve an answer',
    description: 'Returns the question, the original answer, its rating and its correction.',
    permission: 'knowledge-answers:read',
    params,
    status: 200,
    response: KeptAnswer,
    errors: ['not_found'],
    run: (ctx, { params }) => getKeptAnswer(ctx, params),
  }),
  operation({
    id: 'rateKeptAnswer',
    method: 'post',
    path: `${path}/rate`,
    tag,
    summary: 'Rate an answer',
    description:
      'Records whether the answer helped, and why. A new rating replaces the previous one.',
    permission: 'knowledge-answers:write',
    params,
    body: RateKeptAnswer,
    status: 200,
    response: KeptAnswer,
    example: {
      rating: {
        helpful: false,
        reason: 'The fee has changed.',
        ratedBy: by,
        ratedAt: EXAMPLE_INSTANT,
      },
    },
    errors: [...CHANGE_ERRORS, 'processing_restricted'],
    run: (ctx, { params, body, version }) =>
      rateKeptAnswer(ctx, { ...params, version, rating: body }),
  }),
  operation({
    id: 'correctKeptAnswer',
    method: 'post',
    path: `${path}/correct`,
    tag,
    summary: 'Correct an answer',
    description:
      'Stores the corrected answer in addition to the original one. The person who asked can see it. To use it for future questions, curate it.',
    permission: ['knowledge:write', 'knowledge-answers:read'],
    params,
    body: CorrectKeptAnswer,
    status: 200,
    response: KeptAnswer,
    example: {
      correction: {
        text: 'Appointments can be cancelled free of charge until 48 hours before.',
        correctedBy: by,
        correctedAt: EXAMPLE_INSTANT,
      },
    },
    errors: [...CHANGE_ERRORS, 'processing_restricted'],
    run: (ctx, { params, body, version }) =>
      correctKeptAnswer(ctx, { ...params, version, correction: body }),
  }),
  operation({
    id: 'curateKeptAnswer',
    method: 'post',
    path: `${path}/curate`,
    tag,
    summary: 'Curate an answer',
    description:
      'Creates a curated answer (`/v1/ai/curated-answers`) that the assistant uses for similar questions. Send the question and the answer, because the originals may name a person. If you omit `citations`, those citations of the answer are used whose text still exists in documents.',
    permission: ['knowledge:write', 'knowledge-answers:read'],
    params,
    body: CurateKeptAnswer,
    status: 201,
    response: CuratedAnswer,
    errors: ['not_found', 'invalid_reference', 'already_exists'],
    prepare: (ctx, { body }) => embedText(ctx, body.question),
    run: (ctx, { params, body }, near) => curateKeptAnswer(ctx, { ...params, ...body }, near),
  }),
]
