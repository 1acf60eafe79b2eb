import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

const payload = z.strictObject({ goalId: idOf('goal'), childId: idOf('child') })
const example = { goalId: exampleId('goal'), childId: exampleId('child') }

export const goalEvents = {
  'goal.created': defineEvent({ description: 'A goal was set for a child.', payload, example }),
  'goal.achieved': defineEvent({
    description: 'The measurements of a goal reached its target, as often as its criteria ask.',
    payload,
    example,
  }),
  'goal.needs_review': defineEvent({
    description: 'The measurements of a goal ask for its therapist’s answer.',
    payload: z.strictObject({ reviewId: idOf('goalReview'), ...payload.shape }),
    example: { reviewId: exampleId('goalReview'), ...example },
  }),
  'goal.completed': defineEvent({ description: 'A goal was completed.', payload, example }),
} as const
