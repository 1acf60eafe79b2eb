import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toFeedback } from './schemas.ts'

export const FeedbackQuery = additionsQuery('feedback', 'createdAt', ['-createdAt', 'createdAt'], {
  appointmentId: idOf('appointment').optional(),
  clientId: idOf('client').optional(),
})
export type FeedbackQuery = z.infer<typeof FeedbackQuery>

const feedback = recordQueries({
  permission: 'feedback:read',
  name: 'feedback',
  find: ({ db }, selection: Selection<Prisma.FeedbackWhereInput>) =>
    db.feedback.findMany(selection),
  show: each(toFeedback),
})

export const getFeedback = feedback.get
export const listFeedback = feedback.list((query: FeedbackQuery) => ({
  ...given(query, 'appointmentId', 'clientId'),
}))
