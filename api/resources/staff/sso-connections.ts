import { allowIssuer } from '#staff/sso-connections/allowed-issuer.ts'
import { createSsoConnection } from '#staff/sso-connections/create-sso-connection.ts'
import { lookUpDomain } from '#staff/sso-connections/look-up-domain.ts'
import { patchSsoConnection } from '#staff/sso-connections/patch-sso-connection.ts'
import { proveSsoDomain } from '#staff/sso-connections/prove-sso-domain.ts'
import {
  getSsoConnection,
  listSsoConnections,
  SsoConnectionQuery,
} from '#staff/sso-connections/queries.ts'
import { ssoConnectionRecord } from '#staff/sso-connections/record.ts'
import {
  CreateSsoConnection,
  PatchSsoConnection,
  ProveSsoDomain,
  SsoConnection,
} from '#staff/sso-connections/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Single sign-on', about: 'The centre’s own identity providers for signing in.' }
const params = idParam('ssoConnection')

export const ssoConnectionOperations = [
  operation({
    id: 'createSsoConnection',
    method: 'post',
    path: '/v1/sso-connections',
    tag,
    summary: 'Create a single sign-on connection',
    description:
      'Lets people of the centre sign in through its own OpenID Connect provider. Only a signed-in owner can create a connection, because it can sign in anybody; API keys cannot. After creating it, prove its domains (`proveSsoDomain`): a domain has no effect until it is proved.',
    permission: 'sso-connections:write',
    body: CreateSsoConnection,
    status: 201,
    response: SsoConnection,
    errors: ['address_refused', 'invalid_reference', 'insufficient_role'],
    prepare: ({ platform }, { body }) => allowIssuer(platform, body.issuer),
    run: (ctx, { body }, issuer) => createSsoConnection(ctx, body, issuer),
  }),
  operation({
    id: 'listSsoConnections',
    method: 'get',
    path: '/v1/sso-connections',
    tag,
    summary: 'List single sign-on connections',
    description: 'Newest first. Client secrets are never returned.',
    permission: 'sso-connections:read',
    query: SsoConnectionQuery,
    status: 200,
    response: pageOf(SsoConnection),
    run: (ctx, { query }) => listSsoConnections(ctx, query),
  }),
  operation({
    id: 'getSsoConnection',
    method: 'get',
    path: '/v1/sso-connections/{id}',
    tag,
    summary: 'Retrieve a single sign-on connection',
    description: 'Returns the connection without its client secret.',
    permission: 'sso-connections:read',
    params,
    status: 200,
    response: SsoConnection,
    errors: ['not_found'],
    run: (ctx, { params }) => getSsoConnection(ctx, params),
  }),
  operation({
    id: 'patchSsoConnection',
    method: 'patch',
    path: '/v1/sso-connections/{id}',
    tag,
    summary: 'Change a single sign-on connection',
    description:
      'Takes effect at the next sign-in; open sessions continue. A new client secret replaces the previous one. A domain that you remove must be proved again if you add it later.',
    permission: 'sso-connections:write',
    params,
    body: PatchSsoConnection,
    status: 200,
    response: SsoConnection,
    errors: [...CHANGE_ERRORS, 'address_refused', 'invalid_reference', 'insufficient_role'],
    prepare: async ({ platform }, { body: { issuer } }) =>
      issuer === undefined ? undefined : allowIssuer(platform, issuer),
    run: (ctx, { params: { id }, body: { issuer: _, ...patch }, version }, issuer) =>
      patchSsoConnection(ctx, { id, version, patch }, issuer),
  }),
  operation({
    id: 'proveSsoDomain',
    method: 'post',
    path: '/v1/sso-connections/{id}/prove-domain',
    tag,
    summary: 'Prove a domain of a single sign-on connection',
    description:
      'Looks for the TXT record shown in the connection’s `domains`. Once the record is found, addresses of the domain can sign in through this connection, and no other connection can prove the domain. You can then remove the record. If public name servers are not available, the platform’s operator can prove the domain with `therapy sso prove-domain`.',
    permission: 'sso-connections:write',
    params,
    body: ProveSsoDomain,
    status: 200,
    response: SsoConnection,
    errors: [
      ...CHANGE_ERRORS,
      'already_exists',
      'domain_not_proved',
      'insufficient_role',
      'record_archived',
    ],
    prepare: (ctx, { params, body }) => lookUpDomain(ctx, { ...params, ...body }),
    run: (ctx, { params, version }, shown) => proveSsoDomain(ctx, { ...params, version }, shown),
  }),
  ...archiveOperations(ssoConnectionRecord, {
    path: '/v1/sso-connections/{id}',
    tag,
    noun: 'a single sign-on connection',
    response: SsoConnection,
    archiveErrors: ['insufficient_role'],
    restoreErrors: ['insufficient_role'],
  }),
]
