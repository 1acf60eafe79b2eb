import { getMe, Me } from '#staff/users/get-me.ts'
import { operation } from '../../http/operation.ts'

export const meOperations = [
  operation({
    id: 'getMe',
    method: 'get',
    path: '/v1/me',
    tag: 'Me',
    summary: 'Retrieve the caller',
    description:
      'Who calls: an API key, or the person who is signed in; their roles and what they may do.',
    permission: 'me:read',
    status: 200,
    response: Me,
    run: (ctx) => getMe(ctx),
  }),
]
