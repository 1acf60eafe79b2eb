import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const providerEvents = defineEvents({
  'provider.approved': defineEvent({
    description:
      'A provider was approved to work for the centre. Not sent yet: endpoints can subscribe to it already.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
    announced: true,
  }),
})
