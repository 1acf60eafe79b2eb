import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const feedbackEvents = defineEvents({
  'feedback.received': defineEvent({
    description: 'A guardian answered the feedback request after an appointment.',
    payload: z.strictObject({
      feedbackId: idOf('feedback'),
      appointmentId: idOf('appointment'),
      clientId: idOf('client').exactOptional(),
      rating: z
        .int()
        .min(1)
        .max(5)
        .meta({ description: 'Number of stars, from 1 (worst) to 5 (best).' }),
    }),
    example: {
      feedbackId: exampleId('feedback'),
      appointmentId: exampleId('appointment'),
      clientId: exampleId('client'),
      rating: 5,
    },
  }),
})
