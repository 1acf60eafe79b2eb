import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const progressReview = defineTemplate('progress.review', {
  description:
    'Sent when a goal regresses or makes no progress, to its therapist, and again after three days; after a week, to the supervisor.',
  variables: z.strictObject({
    firstName: z.string(),
    reviewId: z.string(),
    stage: z.enum(['asked', 'reminded', 'escalated']),
    path: z.string(),
  }),
  example: {
    firstName: 'Ana',
    reviewId: exampleId('goalReview'),
    stage: 'asked',
    path: '/links/example',
  },
  paragraphs: ['text', 'review'],
  action: ({ path }) => path,
})
