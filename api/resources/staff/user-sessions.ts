import { getUserSession, listUserSessions, UserSessionQuery } from '#staff/user-sessions/queries.ts'
import { revokeUserSession } from '#staff/user-sessions/revoke-user-session.ts'
import { UserSession } from '#staff/user-sessions/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'User sessions', about: 'Where users are signed in.' }
const params = idParam('userSession')

export const userSessionOperations = [
  operation({
    id: 'listUserSessions',
    method: 'get',
    path: '/v1/user-sessions',
    tag,
    summary: 'List user sessions',
    description:
      'Newest first. Returns your own current and past sessions and, with `users:read`, those of all users.',
    permission: 'user-sessions:read',
    query: UserSessionQuery,
    status: 200,
    response: pageOf(UserSession),
    run: (ctx, { query }) => listUserSessions(ctx, query),
  }),
  operation({
    id: 'getUserSession',
    method: 'get',
    path: '/v1/user-sessions/{id}',
    tag,
    summary: 'Retrieve a user session',
    description: 'Returns where and how the session began, and when it was last used.',
    permission: 'user-sessions:read',
    params,
    status: 200,
    response: UserSession,
    errors: ['not_found'],
    run: (ctx, { params }) => getUserSession(ctx, params),
  }),
  operation({
    id: 'revokeUserSession',
    method: 'post',
    path: '/v1/user-sessions/{id}/revoke',
    tag,
    summary: 'Revoke a user session',
    description:
      'Ends your own session or, with the permission users:write, that of any user, immediately. Revoking it again changes nothing.',
    permission: 'user-sessions:write',
    params,
    status: 200,
    response: UserSession,
    example: { revokedAt: EXAMPLE_INSTANT },
    errors: [...CHANGE_ERRORS, 'insufficient_role'],
    run: (ctx, { params, version }) => revokeUserSession(ctx, { ...params, version }),
  }),
]
