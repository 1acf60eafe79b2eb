import {
  getModelCall,
  getModelCallTotals,
  listModelCalls,
  ModelCallQuery,
  ModelCallTotalsQuery,
} from '#knowledge/model-calls/queries.ts'
import { ModelCall, ModelCallTotals } from '#knowledge/model-calls/schemas.ts'
import { allowModelUrl } from '#knowledge/models/allowed-model-url.ts'
import { askForOneWord } from '#knowledge/models/ask-for-one-word.ts'
import { createAiModel } from '#knowledge/models/create-ai-model.ts'
import { patchAiModel } from '#knowledge/models/patch-ai-model.ts'
import { AiModelQuery, getAiModel, listAiModels } from '#knowledge/models/queries.ts'
import { aiModelRecord } from '#knowledge/models/record.ts'
import {
  AiModel,
  CreateAiModel,
  ModelTest,
  PatchAiModel,
  usualUrl,
} from '#knowledge/models/schemas.ts'
import { testAiModel } from '#knowledge/models/test-ai-model.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Assistants and knowledge'
const params = idParam('aiModel')

export const modelOperations = [
  operation({
    id: 'createAiModel',
    method: 'post',
    path: '/v1/ai/models',
    tag,
    summary: 'Connect a language model',
    description:
      'The model words the answers of assistants that allow it (`generatedAnswers`), using word-for-word quotes from their documents. The platform’s operator must allow the model’s host (`AI_MODEL_HOSTS`). A centre has no models at first, and a model is not used until it is `enabled`.',
    permission: 'ai-models:write',
    body: CreateAiModel,
    status: 201,
    response: AiModel,
    errors: ['address_refused'],
    prepare: ({ platform }, { body: { provider, baseUrl } }) =>
      allowModelUrl(platform, baseUrl ?? usualUrl(provider)),
    run: (ctx, { body: { baseUrl: _, ...body } }, url) => createAiModel(ctx, body, url),
  }),
  operation({
    id: 'listAiModels',
    method: 'get',
    path: '/v1/ai/models',
    tag,
    summary: 'List language models',
    description:
      'Lists models in the order in which they are called. Archived models are not included unless you set `state`.',
    permission: 'ai-models:read',
    query: AiModelQuery,
    status: 200,
    response: pageOf(AiModel),
    run: (ctx, { query }) => listAiModels(ctx, query),
  }),
  operation({
    id: 'getAiModel',
    method: 'get',
    path: '/v1/ai/models/{id}',
    tag,
    summary: 'Retrieve a language model',
    description:
      'Returns the model. Its key is never returned; only the key’s last characters are.',
    permission: 'ai-models:read',
    params,
    status: 200,
    response: AiModel,
    errors: ['not_found'],
    run: (ctx, { params }) => getAiModel(ctx, params),
  }),
  operation({
    id: 'patchAiModel',
    method: 'patch',
    path: '/v1/ai/models/{id}',
    tag,
    summary: 'Change a language model',
    description:
      'Changes apply from the next question on. If `baseUrl` changes to another host, you must send the key again.',
    permission: 'ai-models:write',
    params,
    body: PatchAiModel,
    status: 200,
    response: AiModel,
    errors: [...CHANGE_ERRORS, 'address_refused'],
    prepare: async ({ platform }, { body: { baseUrl } }) =>
      baseUrl === undefined ? undefined : allowModelUrl(platform, baseUrl),
    run: (ctx, { params, body: { baseUrl: _, ...patch }, version }, url) =>
      patchAiModel(ctx, { ...params, version, patch }, url),
  }),
  operation({
    id: 'testAiModel',
    method: 'post',
    path: '/v1/ai/models/{id}/test',
    tag,
    summary: 'Test a language model',
    description:
      'Asks the model for one word, even if it is not enabled. If the model does not answer, `failure` gives the reason. The call is recorded and charged like any other.',
    permission: 'ai-models:write',
    params,
    status: 200,
    response: ModelTest,
    errors: ['not_found', 'ai_budget_exhausted'],
    prepare: (ctx, { params }) => askForOneWord(ctx, params),
    run: (ctx, { params }, called) => testAiModel(ctx, params, called),
  }),
  ...archiveOperations(aiModelRecord, {
    path: '/v1/ai/models/{id}',
    tag,
    noun: 'a language model',
    response: AiModel,
  }),
  operation({
    id: 'listModelCalls',
    method: 'get',
    path: '/v1/ai/model-calls',
    tag,
    summary: 'List language model calls',
    description:
      'Newest first, with the purpose, usage, cost and source records of each call. Texts are kept only if the model’s `keepTextsDays` allows it.',
    permission: 'ai-model-calls:read',
    query: ModelCallQuery,
    status: 200,
    response: pageOf(ModelCall),
    run: (ctx, { query }) => listModelCalls(ctx, query),
  }),
  operation({
    id: 'getModelCallTotals',
    method: 'get',
    path: '/v1/ai/model-calls/totals',
    tag,
    summary: 'Retrieve totals of language model calls',
    description: 'Returns the number of calls, tokens and cost by model in a period.',
    permission: 'ai-model-calls:read',
    query: ModelCallTotalsQuery,
    status: 200,
    response: ModelCallTotals,
    run: (ctx, { query }) => getModelCallTotals(ctx, query),
  }),
  operation({
    id: 'getModelCall',
    method: 'get',
    path: '/v1/ai/model-calls/{id}',
    tag,
    summary: 'Retrieve a language model call',
    description: 'Returns the call with its texts, if they are kept.',
    permission: 'ai-model-calls:read',
    params: idParam('modelCall'),
    status: 200,
    response: ModelCall,
    errors: ['not_found'],
    run: (ctx, { params }) => getModelCall(ctx, params),
  }),
]
