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

const tag = {
  name: 'Users',
  about: 'The people who work in the centre: invite them, assign roles, deactivate them.',
}
const params = idParam('user')

export const userOperations = [
  operation({
    id: 'inviteUser',
    method: 'post',
    path: '/v1/users',
    tag,
    summary: 'Invite a user',
    description:
      'Sends an e-mail with a link that works for seven days. A person who works in two centres has a user in each, with the same e-mail address. A person can grant platform roles below OWNER, and centre roles whose permissions they have; an API key can grant only roles whose permissions it has. Only a signed-in owner can create owners.',
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
    description: 'Newest first, including invited and deactivated users.',
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
    description: 'Returns the user’s roles, the linked provider, and whether the user can sign in.',
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
      'Applies immediately, also in open sessions. Users cannot change their own roles, and cannot grant roles that they could not grant in an invitation. Only owners can change owners. The last active owner cannot lose this role.',
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
    summary: 'Resend a user’s invitation',
    description:
      'Sends a new link and disables earlier links. Returns 409 if the last invitation was sent less than a minute ago.',
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
      'Ends the user’s sessions, invitations and sign-in links immediately. The user’s name stays in the records of past actions.',
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
      'Restores the user’s roles. A user who never accepted the invitation is invited again.',
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
      'Signs the user out everywhere and disables outstanding links. The user can sign in again. If you end your own sessions, the current session continues.',
    permission: 'users:write',
    params,
    status: 200,
    response: EndedSessions,
    errors: ['not_found'],
    run: (ctx, { params }) => endUserSessions(ctx, params),
  }),
]
