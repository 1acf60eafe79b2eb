import { patchPasskey } from '#staff/passkeys/patch-passkey.ts'
import { getPasskey, listPasskeys, PasskeyQuery } from '#staff/passkeys/queries.ts'
import { revokePasskey } from '#staff/passkeys/revoke-passkey.ts'
import { Passkey, PatchPasskey } from '#staff/passkeys/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Passkeys', about: 'Passkeys, for signing in without links.' }
const params = idParam('passkey')

export const passkeyOperations = [
  operation({
    id: 'listPasskeys',
    method: 'get',
    path: '/v1/passkeys',
    tag,
    summary: 'List passkeys',
    description:
      'Newest first. Returns your own passkeys and, with `users:read`, those of all users. Passkeys are registered in a browser, at /sign-in/passkeys.',
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
    description: 'Returns the name of the passkey, and when it was last used.',
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
    description: 'Renames your own passkey or, with the permission users:write, that of any user.',
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
      'Disables the passkey immediately and notifies its user by e-mail. You can revoke your own passkeys or, with the permission users:write, those of any user; sessions stay open. Revoking the last passkey also disables the recovery codes. People need a proof of identity that is at most ten minutes old.',
    permission: 'passkeys:write',
    params,
    status: 200,
    response: Passkey,
    example: { revokedAt: EXAMPLE_INSTANT },
    errors: [...CHANGE_ERRORS, 'step_up_required', 'insufficient_role'],
    run: (ctx, { params, version }) => revokePasskey(ctx, { ...params, version }),
  }),
]
