import { FollowUpQuery, getFollowUp, listFollowUps } from '../../domain/follow-ups/queries.ts'
import { FollowUp } from '../../domain/follow-ups/schemas.ts'
import { operation } from '../http/operation.ts'
import { idParam, pageOf } from '../http/shapes.ts'

const tag = 'Follow-ups'

export const followUpOperations = [
  operation({
    id: 'listFollowUps',
    method: 'get',
    path: '/v1/follow-ups',
    tag,
    summary: 'List follow-ups',
    description:
      'What the platform has done and will do about a subject, such as the reminders of an appointment.',
    permission: 'follow-ups:read',
    query: FollowUpQuery,
    status: 200,
    response: pageOf(FollowUp),
    run: (ctx, { query }) => listFollowUps(ctx, query),
  }),
  operation({
    id: 'getFollowUp',
    method: 'get',
    path: '/v1/follow-ups/{id}',
    tag,
    summary: 'Retrieve a follow-up',
    permission: 'follow-ups:read',
    params: idParam('followUp'),
    status: 200,
    response: FollowUp,
    errors: ['not_found'],
    run: (ctx, { params }) => getFollowUp(ctx, params),
  }),
]
