import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({ goalId: idOf('goal'), childId: idOf('child') })
const example = { goalId: exampleId('goal'), childId: exampleId('child') }
const review = z.strictObject({ reviewId: idOf('goalReview'), ...payload.shape })
const reviewExample = { reviewId: exampleId('goalReview'), ...example }

export const goalEvents = defineEvents({
  'goal.created': defineEvent({ description: 'A goal was set for a child.', payload, example }),
  'goal.achieved': defineEvent({
    description: 'The measurements of a goal reached its target as often as its criteria require.',
    payload,
    example,
  }),
  'goal.needs_review': defineEvent({
    description: 'The measurements of a goal opened a review for its therapist.',
    payload: review,
    example: reviewExample,
  }),
  'goal.review_acknowledged': defineEvent({
    description: 'The review of a goal that regresses or makes no progress was answered.',
    payload: review,
    example: reviewExample,
  }),
  'goal.review_escalated': defineEvent({
    description: 'Nobody answered the review within a week; the supervisor was told.',
    payload: review,
    example: reviewExample,
  }),
  'goal.completed': defineEvent({ description: 'A goal was completed.', payload, example }),
})
