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
    description: 'The measurements of a goal reached the target as often as the criteria require.',
    payload,
    example,
  }),
  'goal.needs_review': defineEvent({
    description: 'The measurements of a goal opened a review for the child’s therapist.',
    payload: review,
    example: reviewExample,
  }),
  'goal.review_acknowledged': defineEvent({
    description: 'The therapist answered the review of a goal that regresses or makes no progress.',
    payload: review,
    example: reviewExample,
  }),
  'goal.review_escalated': defineEvent({
    description: 'Nobody answered a review within a week, so the supervisor was notified.',
    payload: review,
    example: reviewExample,
  }),
  'goal.completed': defineEvent({ description: 'A goal was completed.', payload, example }),
})
