import { embedText } from '#knowledge/answers/embed-text.ts'
import { createCuratedAnswer } from '#knowledge/curated-answers/create-curated-answer.ts'
import { patchCuratedAnswer } from '#knowledge/curated-answers/patch-curated-answer.ts'
import {
  CuratedAnswerQuery,
  getCuratedAnswer,
  listCuratedAnswers,
} from '#knowledge/curated-answers/queries.ts'
import { curatedAnswerRecord } from '#knowledge/curated-answers/record.ts'
import {
  CreateCuratedAnswer,
  CuratedAnswer,
  PatchCuratedAnswer,
} from '#knowledge/curated-answers/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Assistants and knowledge'
const params = idParam('curatedAnswer')
const path = '/v1/ai/curated-answers/{id}'

export const curatedAnswerOperations = [
  operation({
    id: 'createCuratedAnswer',
    method: 'post',
    path: '/v1/ai/curated-answers',
    tag,
    summary: 'Create a curated answer',
    description:
      'The assistant returns a curated answer for similar questions. A question is similar if it has the same numbers, dates and negations, and at least four of five words in common (by stem, without question words); or half of the words, if an embedding model finds the same meaning (a cosine of at least 0.92). No language model is used. To create a curated answer from an existing answer, use `POST /v1/ai/answers/{id}/curate`.',
    permission: 'knowledge:write',
    body: CreateCuratedAnswer,
    status: 201,
    response: CuratedAnswer,
    errors: ['invalid_reference'],
    prepare: (ctx, { body }) => embedText(ctx, body.question),
    run: (ctx, { body }, near) => createCuratedAnswer(ctx, body, near),
  }),
  operation({
    id: 'listCuratedAnswers',
    method: 'get',
    path: '/v1/ai/curated-answers',
    tag,
    summary: 'List curated answers',
    description: 'Newest first. Archived answers are not included unless you set `state`.',
    permission: 'knowledge:read',
    query: CuratedAnswerQuery,
    status: 200,
    response: pageOf(CuratedAnswer),
    run: (ctx, { query }) => listCuratedAnswers(ctx, query),
  }),
  operation({
    id: 'getCuratedAnswer',
    method: 'get',
    path,
    tag,
    summary: 'Retrieve a curated answer',
    description:
      'Returns the curated answer. `outdated` shows whether a cited document was removed.',
    permission: 'knowledge:read',
    params,
    status: 200,
    response: CuratedAnswer,
    errors: ['not_found'],
    run: (ctx, { params }) => getCuratedAnswer(ctx, params),
  }),
  operation({
    id: 'patchCuratedAnswer',
    method: 'patch',
    path,
    tag,
    summary: 'Change a curated answer',
    description:
      'Applies immediately. You become the publisher in `publishedBy`, and `publishedAt` is set to now.',
    permission: 'knowledge:write',
    params,
    body: PatchCuratedAnswer,
    status: 200,
    response: CuratedAnswer,
    errors: CHANGE_ERRORS,
    prepare: async (ctx, { body: { question } }) =>
      question === undefined ? undefined : embedText(ctx, question),
    run: (ctx, { params, body, version }, near) =>
      patchCuratedAnswer(ctx, { ...params, version, patch: body }, near),
  }),
  ...archiveOperations(curatedAnswerRecord, {
    path,
    tag,
    noun: 'a curated answer',
    response: CuratedAnswer,
  }),
]
