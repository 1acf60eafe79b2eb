import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { patchApiKey } from '#platform/api-keys/patch-api-key.ts'
import { ApiKeyQuery, getApiKey, listApiKeys } from '#platform/api-keys/queries.ts'
import { revokeApiKey } from '#platform/api-keys/revoke-api-key.ts'
import { ApiKey, CreateApiKey, CreatedApiKey, PatchApiKey } from '#platform/api-keys/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'API keys', about: 'Machine credentials, with their scopes and limits.' }

const SIGNING =
  'A signed-in owner can allow a key to sign as the provider to which it is bound (`signatures-on-behalf`), unless the owner is that provider.'

export const apiKeyOperations = [
  operation({
    id: 'createApiKey',
    method: 'post',
    path: '/v1/api-keys',
    tag,
    summary: 'Create an API key',
    description: `Returns the secret, only once. A key cannot have more permissions than its creator. ${SIGNING}`,
    permission: 'api-keys:write',
    body: CreateApiKey,
    status: 201,
    response: CreatedApiKey,
    errors: ['invalid_reference', 'second_person_required'],
    events: ['api_key.signing_granted'],
    run: (ctx, { body }) => createApiKey(ctx, body),
  }),
  operation({
    id: 'listApiKeys',
    method: 'get',
    path: '/v1/api-keys',
    tag,
    summary: 'List API keys',
    description:
      'Newest first, including revoked keys. Secrets are returned only when they are created.',
    permission: 'api-keys:read',
    query: ApiKeyQuery,
    status: 200,
    response: pageOf(ApiKey),
    run: (ctx, { query }) => listApiKeys(ctx, query),
  }),
  operation({
    id: 'getApiKey',
    method: 'get',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Retrieve an API key',
    description:
      'Returns the scopes, limits and bound provider of the key. The secret is never returned again.',
    permission: 'api-keys:read',
    params: idParam('apiKey'),
    status: 200,
    response: ApiKey,
    errors: ['not_found'],
    run: (ctx, { params }) => getApiKey(ctx, params),
  }),
  operation({
    id: 'patchApiKey',
    method: 'patch',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Change an API key',
    description: `Applies immediately, also to tokens already issued. ${SIGNING}`,
    permission: 'api-keys:write',
    params: idParam('apiKey'),
    body: PatchApiKey,
    status: 200,
    response: ApiKey,
    errors: [...CHANGE_ERRORS, 'api_key_revoked', 'invalid_reference', 'second_person_required'],
    events: ['api_key.signing_granted'],
    run: (ctx, { params, body, version }) => patchApiKey(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'revokeApiKey',
    method: 'delete',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Revoke an API key',
    description:
      'Revoking a key is permanent and takes effect immediately: its tokens stop working. Revoking it again changes nothing.',
    permission: 'api-keys:write',
    params: idParam('apiKey'),
    status: 200,
    response: ApiKey,
    example: { revokedAt: EXAMPLE_INSTANT },
    errors: CHANGE_ERRORS,
    run: (ctx, { params, version }) => revokeApiKey(ctx, { ...params, version }),
  }),
]
