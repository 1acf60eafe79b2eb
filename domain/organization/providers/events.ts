import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const providerEvents = defineEvents({
  'provider.approved': defineEvent({
    description:
      'The onboarding of a provider ended with their approval. Who is reinstated later was approved before: it is sent once.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
  }),
})
