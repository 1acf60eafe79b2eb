import { getMe, Me } from '#staff/users/get-me.ts'
import { operation } from '../../http/operation.ts'

export const meOperations = [
  operation({
    id: 'getMe',
    method: 'get',
    path: '/v1/me',
    tag: { name: 'Me', about: 'The caller and the caller’s permissions.' },
    summary: 'Retrieve the caller',
    description:
      'Returns the API key or the signed-in person that sends the request, with roles and permissions.',
    permission: 'me:read',
    status: 200,
    response: Me,
    run: (ctx) => getMe(ctx),
  }),
]
