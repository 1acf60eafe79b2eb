import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

export const providerEvents = {
  'provider.approved': defineEvent({
    description:
      'A provider was approved to work for the centre. Not sent yet: endpoints can subscribe to it already.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
    announced: true,
  }),
} as const
