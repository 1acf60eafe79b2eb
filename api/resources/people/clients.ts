import { NameSearch } from '#people/children/search-children.ts'
import { createClient } from '#people/clients/create-client.ts'
import { patchClient } from '#people/clients/patch-client.ts'
import { getClient, listClients, ClientQuery } from '#people/clients/queries.ts'
import { clientRecord } from '#people/clients/record.ts'
import { Client, CreateClient, FoundClient, PatchClient } from '#people/clients/schemas.ts'
import { searchClients } from '#people/clients/search-clients.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Clients',
  about: 'Guardians, families and other payers, with the custom fields of the centre.',
}
const params = idParam('client')

export const clientOperations = [
  operation({
    id: 'createClient',
    method: 'post',
    path: '/v1/clients',
    tag,
    summary: 'Create a client',
    description:
      'The values in `custom_fields` must match the fields that the centre has declared.',
    permission: 'clients:write',
    body: CreateClient,
    status: 201,
    response: Client,
    errors: ['invalid_reference'],
    events: ['client.created'],
    run: (ctx, { body }) => createClient(ctx, body),
  }),
  operation({
    id: 'listClients',
    method: 'get',
    path: '/v1/clients',
    tag,
    summary: 'List clients',
    description: 'Newest first. Archived clients are not included unless you set `state`.',
    permission: 'clients:read',
    query: ClientQuery,
    status: 200,
    response: pageOf(Client),
    run: (ctx, { query }) => listClients(ctx, query),
  }),
  operation({
    id: 'searchClients',
    method: 'get',
    path: '/v1/clients/search',
    tag,
    summary: 'Search clients by name',
    description: 'Best match first. Tolerates typing errors and accents.',
    permission: 'clients:read',
    query: NameSearch,
    status: 200,
    response: listOf(FoundClient),
    run: (ctx, { query }) => searchClients(ctx, query),
  }),
  operation({
    id: 'getClient',
    method: 'get',
    path: '/v1/clients/{id}',
    tag,
    summary: 'Retrieve a client',
    description: 'Returns contact details and the centre’s custom fields.',
    permission: 'clients:read',
    params,
    status: 200,
    response: Client,
    errors: ['not_found'],
    run: (ctx, { params }) => getClient(ctx, params),
  }),
  operation({
    id: 'patchClient',
    method: 'patch',
    path: '/v1/clients/{id}',
    tag,
    summary: 'Change a client',
    description: 'In `custom_fields`, only the members you send change; null removes a value.',
    permission: 'clients:write',
    params,
    body: PatchClient,
    status: 200,
    response: Client,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    events: ['client.updated'],
    run: (ctx, { params, body, version }) => patchClient(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(clientRecord, {
    path: '/v1/clients/{id}',
    tag,
    noun: 'a client',
    response: Client,
    restoreErrors: ['erasure_open'],
  }),
]
