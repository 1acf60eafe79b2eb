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
    summary: 'List answers of assistants',
    description:
      'Newest first: answers to your own questions and, with `knowledge:write`, to everybody’s. They are kept for `keepAnswersDays` of their assistant.',
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
    summary: 'Retrieve an answer of an assistant',
    description: 'Returns the question, the answer as given, its rating and its correction.',
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
    summary: 'Rate an answer of an assistant',
    description: 'Records whether it helped, and why. The last rating counts.',
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
    summary: 'Correct an answer of an assistant',
    description:
      'Stores the right answer beside the given one, which stays. The person who asked sees it. To use it for future questions, curate it.',
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
    summary: 'Curate an answer: publish it for questions like this one',
    description:
      'Creates a curated answer (`/v1/ai/curated-answers`). Send question and answer, because the original may name somebody. Without `citations` it takes those of the answer whose text is still in documents.',
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
