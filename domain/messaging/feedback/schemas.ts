import { z } from 'zod'
import type { Feedback as FeedbackModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'

export const Feedback = resourceSchema('Feedback', {
  id: idOf('feedback'),
  appointmentId: idOf('appointment'),
  clientId: idOf('client').meta({ description: 'The guardian who answered.' }),
  rating: z
    .int()
    .min(1)
    .max(5)
    .meta({ description: 'Number of stars, from 1 (worst) to 5 (best).', example: 5 }),
  comment: z.string().nullable().meta({
    description: 'Remarks of the guardian; null if there are none.',
    example: 'Lena talked about it all evening.',
  }),
  createdAt: z.iso.datetime().meta({
    description: 'When the feedback was given, in UTC.',
    example: '2026-12-01T18:05:00.000Z',
  }),
})
export type Feedback = z.infer<typeof Feedback>

export const toFeedback = (row: FeedbackModel): Feedback => ({
  id: row.id,
  appointmentId: row.appointmentId,
  clientId: row.clientId,
  rating: row.rating,
  comment: row.comment,
  createdAt: utc(row.createdAt),
})
