import { patchPasskey } from '#staff/passkeys/patch-passkey.ts'
import { getPasskey, listPasskeys, PasskeyQuery } from '#staff/passkeys/queries.ts'
import { revokePasskey } from '#staff/passkeys/revoke-passkey.ts'
import { Passkey, PatchPasskey } from '#staff/passkeys/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Passkeys'
const params = idParam('passkey')

export const passkeyOperations = [
  operation({
    id: 'listPasskeys',
    method: 'get',
    path: '/v1/passkeys',
    tag,
    summary: 'List passkeys',
    description:
      'What people sign in with, newest first: your own, and of who may read users those of all. They are registered in a browser, at /sign-in/passkeys.',
    permission: 'passkeys:read',
    query: PasskeyQuery,
    status: 200,
    response: pageOf(Passkey),
    run: (ctx, { query }) => listPasskeys(ctx, query),
  }),
  operation({
    id: 'getPasskey',
    method: 'get',
    path: '/v1/passkeys/{id}',
    tag,
    summary: 'Retrieve a passkey',
    description: 'What it is called, and when it was last used.',
    permission: 'passkeys:read',
    params,
    status: 200,
    response: Passkey,
    errors: ['not_found'],
    run: (ctx, { params }) => getPasskey(ctx, params),
  }),
  operation({
    id: 'patchPasskey',
    method: 'patch',
    path: '/v1/passkeys/{id}',
    tag,
    summary: 'Change a passkey',
    description: 'Its name. Your own, or with the permission users:write anybody’s.',
    permission: 'passkeys:write',
    params,
    body: PatchPasskey,
    status: 200,
    response: Passkey,
    errors: [...CHANGE_ERRORS, 'insufficient_role'],
    run: (ctx, { params, body, version }) => patchPasskey(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'revokePasskey',
    method: 'post',
    path: '/v1/passkeys/{id}/revoke',
    tag,
    summary: 'Revoke a passkey',
    description:
      'It opens nothing any more, at once and for good; its person is told by e-mail. Your own, or with the permission users:write anybody’s; sessions go on. With the last one, the recovery codes end. A person needs a proof of who they are that is not older than ten minutes.',
    permission: 'passkeys:write',
    params,
    status: 200,
    response: Passkey,
    example: { revokedAt: EXAMPLE_INSTANT },
    errors: [...CHANGE_ERRORS, 'step_up_required', 'insufficient_role'],
    run: (ctx, { params, version }) => revokePasskey(ctx, { ...params, version }),
  }),
]
