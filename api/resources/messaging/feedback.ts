import { FeedbackQuery, getFeedback, listFeedback } from '#messaging/feedback/queries.ts'
import { Feedback } from '#messaging/feedback/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Feedback', about: 'Guardians’ ratings and comments after appointments.' }

export const feedbackOperations = [
  operation({
    id: 'listFeedback',
    method: 'get',
    path: '/v1/feedback',
    tag,
    summary: 'List feedback',
    description: 'Newest first.',
    permission: 'feedback:read',
    query: FeedbackQuery,
    status: 200,
    response: pageOf(Feedback),
    run: (ctx, { query }) => listFeedback(ctx, query),
  }),
  operation({
    id: 'getFeedback',
    method: 'get',
    path: '/v1/feedback/{id}',
    tag,
    summary: 'Retrieve feedback',
    description:
      'Returns the rating and comment of a guardian, and the appointment that they are about.',
    permission: 'feedback:read',
    params: idParam('feedback'),
    status: 200,
    response: Feedback,
    errors: ['not_found'],
    run: (ctx, { params }) => getFeedback(ctx, params),
  }),
]
