import { deactivateUser } from '#staff/users/deactivate-user.ts'
import { inviteUser } from '#staff/users/invite-user.ts'
import { patchUser } from '#staff/users/patch-user.ts'
import { getUser, listUsers, UserQuery } from '#staff/users/queries.ts'
import { reactivateUser } from '#staff/users/reactivate-user.ts'
import { resendInvitation } from '#staff/users/resend-invitation.ts'
import { InviteUser, PatchUser, User } from '#staff/users/schemas.ts'
import { EndedSessions, endUserSessions } from '#staff/user-sessions/end-user-sessions.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Users'
const params = idParam('user')

export const userOperations = [
  operation({
    id: 'inviteUser',
    method: 'post',
    path: '/v1/users',
    tag,
    summary: 'Invite a user',
    description:
      'Sends an e-mail with a link that works for seven days. Who works in two centres is a user of each, with the same address. A person gives roles of the platform below OWNER, and roles of the centre with permissions that they have themselves; an API key gives only what it may do itself. Only an owner who is signed in makes owners.',
    permission: 'users:write',
    body: InviteUser,
    status: 201,
    response: User,
    example: { status: 'INVITED', activatedAt: null },
    errors: ['invalid_reference', 'already_exists'],
    events: ['user.invited'],
    run: (ctx, { body }) => inviteUser(ctx, body),
  }),
  operation({
    id: 'listUsers',
    method: 'get',
    path: '/v1/users',
    tag,
    summary: 'List users',
    description: 'Newest first, invited and deactivated ones included.',
    permission: 'users:read',
    query: UserQuery,
    status: 200,
    response: pageOf(User),
    run: (ctx, { query }) => listUsers(ctx, query),
  }),
  operation({
    id: 'getUser',
    method: 'get',
    path: '/v1/users/{id}',
    tag,
    summary: 'Retrieve a user',
    description: 'Roles, the provider that they are, and whether they can sign in.',
    permission: 'users:read',
    params,
    status: 200,
    response: User,
    errors: ['not_found'],
    run: (ctx, { params }) => getUser(ctx, params),
  }),
  operation({
    id: 'patchUser',
    method: 'patch',
    path: '/v1/users/{id}',
    tag,
    summary: 'Change a user',
    description:
      'Holds at once, in sessions that are open too. Nobody changes their own roles, gives roles that they could not give in an invitation, or changes owners without being one. The last active owner stays one.',
    permission: 'users:write',
    params,
    body: PatchUser,
    status: 200,
    response: User,
    errors: [
      ...CHANGE_ERRORS,
      'invalid_reference',
      'already_exists',
      'last_owner',
      'second_person_required',
    ],
    events: ['user.updated'],
    run: (ctx, { params, body, version }) => patchUser(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'resendUserInvitation',
    method: 'post',
    path: '/v1/users/{id}/resend-invitation',
    tag,
    summary: 'Resend the invitation of a user',
    description:
      'With a new link; those that were sent before end. Within a minute of the last one it answers 409.',
    permission: 'users:write',
    params,
    status: 200,
    response: User,
    example: { status: 'INVITED', activatedAt: null },
    errors: TRANSITION_ERRORS,
    events: ['user.updated'],
    run: (ctx, { params, version }) => resendInvitation(ctx, { ...params, version }),
  }),
  operation({
    id: 'deactivateUser',
    method: 'post',
    path: '/v1/users/{id}/deactivate',
    tag,
    summary: 'Deactivate a user',
    description:
      'They cannot sign in any more; sessions, invitations and sign-in links end at once. What they did stays in their name.',
    permission: 'users:write',
    params,
    status: 200,
    response: User,
    example: { status: 'DEACTIVATED', deactivatedAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'last_owner'],
    events: ['user.deactivated', 'user.updated'],
    run: (ctx, { params, version }) => deactivateUser(ctx, { ...params, version }),
  }),
  operation({
    id: 'reactivateUser',
    method: 'post',
    path: '/v1/users/{id}/reactivate',
    tag,
    summary: 'Reactivate a user',
    description:
      'With the roles of before. Who had never accepted the invitation is invited again.',
    permission: 'users:write',
    params,
    status: 200,
    response: User,
    errors: [...TRANSITION_ERRORS, 'invalid_reference', 'already_exists'],
    events: ['user.reactivated', 'user.updated'],
    run: (ctx, { params, version }) => reactivateUser(ctx, { ...params, version }),
  }),
  operation({
    id: 'endUserSessions',
    method: 'post',
    path: '/v1/users/{id}/end-sessions',
    tag,
    summary: 'End all sessions of a user',
    description:
      'Signs them out everywhere, and ends links that are out. They can sign in again. Of your own sessions the one that asks goes on.',
    permission: 'users:write',
    params,
    status: 200,
    response: EndedSessions,
    errors: ['not_found'],
    run: (ctx, { params }) => endUserSessions(ctx, params),
  }),
]
