import {
  EvaluationRunQuery,
  getEvaluationRun,
  listEvaluationResults,
  listEvaluationRuns,
} from '#knowledge/evaluation-runs/queries.ts'
import { EvaluationResult, EvaluationRun } from '#knowledge/evaluation-runs/schemas.ts'
import { startEvaluationRun } from '#knowledge/evaluation-runs/start-evaluation-run.ts'
import { createEvaluation } from '#knowledge/evaluations/create-evaluation.ts'
import { patchEvaluation } from '#knowledge/evaluations/patch-evaluation.ts'
import { EvaluationQuery, getEvaluation, listEvaluations } from '#knowledge/evaluations/queries.ts'
import { evaluationRecord } from '#knowledge/evaluations/record.ts'
import { CreateEvaluation, Evaluation, PatchEvaluation } from '#knowledge/evaluations/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Assistants and knowledge'
const params = idParam('evaluation')
const path = '/v1/ai/evaluations/{id}'

const sets = [
  operation({
    id: 'createEvaluation',
    method: 'post',
    path: '/v1/ai/evaluations',
    tag,
    summary: 'Create an evaluation',
    description:
      'An evaluation is a list of questions with the documents that answer them. To compare results, run it (`POST /v1/ai/evaluations/{id}/runs`) before and after you change the assistant or its documents.',
    permission: 'ai-evaluations:write',
    body: CreateEvaluation,
    status: 201,
    response: Evaluation,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createEvaluation(ctx, body),
  }),
  operation({
    id: 'listEvaluations',
    method: 'get',
    path: '/v1/ai/evaluations',
    tag,
    summary: 'List evaluations',
    description: 'Newest first. Archived evaluations are not included unless you set `state`.',
    permission: 'ai-evaluations:read',
    query: EvaluationQuery,
    status: 200,
    response: pageOf(Evaluation),
    run: (ctx, { query }) => listEvaluations(ctx, query),
  }),
  operation({
    id: 'getEvaluation',
    method: 'get',
    path,
    tag,
    summary: 'Retrieve an evaluation',
    description: 'Returns the current questions. Each run keeps the questions that it used.',
    permission: 'ai-evaluations:read',
    params,
    status: 200,
    response: Evaluation,
    errors: ['not_found'],
    run: (ctx, { params }) => getEvaluation(ctx, params),
  }),
  operation({
    id: 'patchEvaluation',
    method: 'patch',
    path,
    tag,
    summary: 'Change an evaluation',
    description:
      'You can rename the evaluation or replace its questions. New questions increase `questionsVersion`. Existing runs do not change.',
    permission: 'ai-evaluations:write',
    params,
    body: PatchEvaluation,
    status: 200,
    response: Evaluation,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      patchEvaluation(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(evaluationRecord, {
    path,
    tag,
    noun: 'an evaluation',
    response: Evaluation,
  }),
]

const runs = [
  operation({
    id: 'startEvaluationRun',
    method: 'post',
    path: `${path}/runs`,
    tag,
    summary: 'Start an evaluation run',
    description:
      'Asks the published version all questions. If a worker stops, another continues. Only document search is evaluated; language models and curated answers are not used. An evaluation can have only one run at a time.',
    permission: 'ai-evaluations:write',
    params,
    status: 202,
    response: EvaluationRun,
    example: { status: 'RUNNING', settled: 0, totals: null, finishedAt: null },
    errors: ['not_found', 'record_archived', 'already_exists'],
    run: (ctx, { params }) => startEvaluationRun(ctx, params),
  }),
  operation({
    id: 'listEvaluationRuns',
    method: 'get',
    path: '/v1/ai/evaluation-runs',
    tag,
    summary: 'List evaluation runs',
    description:
      'Newest first, with totals. Runs of an evaluation with the same `questionsVersion` can be compared between versions of the assistant.',
    permission: 'ai-evaluations:read',
    query: EvaluationRunQuery,
    status: 200,
    response: pageOf(EvaluationRun),
    run: (ctx, { query }) => listEvaluationRuns(ctx, query),
  }),
  operation({
    id: 'getEvaluationRun',
    method: 'get',
    path: '/v1/ai/evaluation-runs/{id}',
    tag,
    summary: 'Retrieve an evaluation run',
    description:
      'Poll this operation until the run is DONE, or subscribe to `evaluation_run.finished`.',
    permission: 'ai-evaluations:read',
    params: idParam('evaluationRun'),
    status: 200,
    response: EvaluationRun,
    errors: ['not_found'],
    run: (ctx, { params }) => getEvaluationRun(ctx, params),
  }),
  operation({
    id: 'listEvaluationResults',
    method: 'get',
    path: '/v1/ai/evaluation-runs/{id}/results',
    tag,
    summary: 'List results of an evaluation run',
    description: 'Returns each question with the documents that were found for it.',
    permission: 'ai-evaluations:read',
    params: idParam('evaluationRun'),
    status: 200,
    response: listOf(EvaluationResult),
    errors: ['not_found'],
    run: (ctx, { params }) => listEvaluationResults(ctx, params),
  }),
]

export const evaluationOperations = [...sets, ...runs]
