import { allowIssuer } from '#staff/sso-connections/allowed-issuer.ts'
import { archiveSsoConnection } from '#staff/sso-connections/archive-sso-connection.ts'
import { createSsoConnection } from '#staff/sso-connections/create-sso-connection.ts'
import { patchSsoConnection } from '#staff/sso-connections/patch-sso-connection.ts'
import {
  getSsoConnection,
  listSsoConnections,
  SsoConnectionQuery,
} from '#staff/sso-connections/queries.ts'
import { restoreSsoConnection } from '#staff/sso-connections/restore-sso-connection.ts'
import {
  CreateSsoConnection,
  PatchSsoConnection,
  SsoConnection,
} from '#staff/sso-connections/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Single sign-on'
const params = idParam('ssoConnection')

export const ssoConnectionOperations = [
  operation({
    id: 'createSsoConnection',
    method: 'post',
    path: '/v1/sso-connections',
    tag,
    summary: 'Create a single sign-on connection',
    description:
      "Has people of the centre sign in by its own OpenID Connect provider. For owners who are signed in, and no API key: a connection can sign in anybody. A domain is one connection's in all centres; it opens no other centre's accounts.",
    permission: 'sso-connections:write',
    body: CreateSsoConnection,
    status: 201,
    response: SsoConnection,
    errors: ['address_refused', 'already_exists', 'invalid_reference', 'insufficient_role'],
    prepare: ({ platform }, { body }) => allowIssuer(platform, body.issuer),
    run: (ctx, { body }, issuer) => createSsoConnection(ctx, body, issuer),
  }),
  operation({
    id: 'listSsoConnections',
    method: 'get',
    path: '/v1/sso-connections',
    tag,
    summary: 'List single sign-on connections',
    description: 'Newest first. Client secrets are never answered.',
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
    description: 'Without its client secret.',
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
      'Holds from the next sign-in on; sessions that are open go on. A client secret replaces the one before.',
    permission: 'sso-connections:write',
    params,
    body: PatchSsoConnection,
    status: 200,
    response: SsoConnection,
    errors: [
      ...CHANGE_ERRORS,
      'address_refused',
      'already_exists',
      'invalid_reference',
      'insufficient_role',
    ],
    prepare: async ({ platform }, { body: { issuer } }) =>
      issuer === undefined ? undefined : allowIssuer(platform, issuer),
    run: (ctx, { params: { id }, body: { issuer: _, ...patch }, version }, issuer) =>
      patchSsoConnection(ctx, { id, version, patch }, issuer),
  }),
  ...archiveOperations({
    path: '/v1/sso-connections/{id}',
    tag,
    entity: 'ssoConnection',
    noun: 'a single sign-on connection',
    permission: 'sso-connections:write',
    response: SsoConnection,
    archive: { id: 'archiveSsoConnection', run: archiveSsoConnection },
    restore: { id: 'restoreSsoConnection', run: restoreSsoConnection },
    archiveErrors: ['insufficient_role'],
    restoreErrors: ['already_exists', 'insufficient_role'],
  }),
]
