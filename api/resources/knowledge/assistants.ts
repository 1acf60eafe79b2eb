import { createAssistant } from '#knowledge/assistants/create-assistant.ts'
import { getAssistantIndex } from '#knowledge/assistants/get-assistant-index.ts'
import { patchAssistant } from '#knowledge/assistants/patch-assistant.ts'
import { publishAssistant } from '#knowledge/assistants/publish-assistant.ts'
import {
  getAssistant,
  getAssistantVersion,
  listAssistants,
  AssistantQuery,
  AssistantVersionParams,
} from '#knowledge/assistants/queries.ts'
import { assistantRecord } from '#knowledge/assistants/record.ts'
import {
  CreateAssistant,
  Assistant,
  AssistantIndex,
  AssistantVersion,
  PatchAssistant,
} from '#knowledge/assistants/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Assistants and knowledge',
  about:
    'Assistants that answer questions from the centre’s documents, with citations, and only if these documents contain the answer.',
}
const params = idParam('assistant')

export const assistantOperations = [
  operation({
    id: 'createAssistant',
    method: 'post',
    path: '/v1/ai/assistants',
    tag,
    summary: 'Create an assistant',
    description:
      'An assistant answers questions from the documents that you upload for it (`POST /v1/ai/knowledge`). Version 1 is created with the assistant and is used immediately.',
    permission: 'assistants:write',
    body: CreateAssistant,
    status: 201,
    response: Assistant,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createAssistant(ctx, body),
  }),
  operation({
    id: 'listAssistants',
    method: 'get',
    path: '/v1/ai/assistants',
    tag,
    summary: 'List assistants',
    description:
      'Newest first. Archived assistants are not included unless you set `state`. Callers bound to locations see only the assistants of these locations and of the whole centre.',
    permission: 'assistants:read',
    query: AssistantQuery,
    status: 200,
    response: pageOf(Assistant),
    run: (ctx, { query }) => listAssistants(ctx, query),
  }),
  operation({
    id: 'getAssistant',
    method: 'get',
    path: '/v1/ai/assistants/{id}',
    tag,
    summary: 'Retrieve an assistant',
    description:
      'Returns the assistant with the settings of its next version. `publishedVersion` is the version in use.',
    permission: 'assistants:read',
    params,
    status: 200,
    response: Assistant,
    errors: ['not_found'],
    run: (ctx, { params }) => getAssistant(ctx, params),
  }),
  operation({
    id: 'getAssistantIndex',
    method: 'get',
    path: '/v1/ai/assistants/{id}/index',
    tag,
    summary: 'Retrieve the index of an assistant',
    description:
      'Shows how the documents of the assistant are searched, and how many of their passages have a vector. Vectors find passages with other words or in another language than the question. `limitation` says what is lost if the operator has turned them off.',
    permission: 'assistants:read',
    params,
    status: 200,
    response: AssistantIndex,
    errors: ['not_found'],
    run: (ctx, { params }) => getAssistantIndex(ctx, params),
  }),
  operation({
    id: 'patchAssistant',
    method: 'patch',
    path: '/v1/ai/assistants/{id}',
    tag,
    summary: 'Change an assistant',
    description:
      'Changes to the name and `keepAnswersDays` apply immediately; settings apply after you publish them. The scope cannot change: for another location, create another assistant.',
    permission: 'assistants:write',
    params,
    body: PatchAssistant,
    status: 200,
    response: Assistant,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      patchAssistant(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'publishAssistant',
    method: 'post',
    path: '/v1/ai/assistants/{id}/publish',
    tag,
    summary: 'Publish a version of an assistant',
    description: 'The assistant uses this version from now on. Versions never change.',
    permission: 'assistants:write',
    params,
    status: 200,
    response: Assistant,
    errors: [...CHANGE_ERRORS, 'record_archived', 'nothing_to_publish'],
    run: (ctx, { params, version }) => publishAssistant(ctx, { ...params, version }),
  }),
  operation({
    id: 'getAssistantVersion',
    method: 'get',
    path: '/v1/ai/assistants/{id}/versions/{number}',
    tag,
    summary: 'Retrieve a version of an assistant',
    description: 'Returns a published version, which never changes.',
    permission: 'assistants:read',
    params: AssistantVersionParams,
    status: 200,
    response: AssistantVersion,
    errors: ['not_found'],
    run: (ctx, { params }) => getAssistantVersion(ctx, params),
  }),
  ...archiveOperations(assistantRecord, {
    path: '/v1/ai/assistants/{id}',
    tag,
    noun: 'an assistant',
    response: Assistant,
  }),
]
