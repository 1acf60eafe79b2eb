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
    summary: 'Create an evaluation: questions with the documents that answer them',
    description:
      'Run it (`POST /v1/ai/evaluations/{id}/runs`) before and after you change the assistant or its documents, and compare.',
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
    description: 'Newest first, without archived evaluations unless you ask for them.',
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
    description: 'Returns its current questions; a run keeps the questions that it used.',
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
    summary: 'Change an evaluation: rename it, or give it other questions',
    description: 'New questions increase `questionsVersion`. Existing runs do not change.',
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
    summary: 'Start a run of an evaluation',
    description:
      'Asks the version in use all questions; a worker continues where another one stopped. Only document search is evaluated: no language model and no curated answer is used. An evaluation has one run at a time.',
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
    summary: 'List runs of evaluations',
    description:
      'Newest first, with totals. Runs of an evaluation with the same `questionsVersion` are comparable between versions of the assistant.',
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
    summary: 'Retrieve a run of an evaluation',
    description: 'Poll until it is DONE, or subscribe to `evaluation_run.finished`.',
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
    description: 'Returns each question with the documents found for it.',
    permission: 'ai-evaluations:read',
    params: idParam('evaluationRun'),
    status: 200,
    response: listOf(EvaluationResult),
    errors: ['not_found'],
    run: (ctx, { params }) => listEvaluationResults(ctx, params),
  }),
]

export const evaluationOperations = [...sets, ...runs]
