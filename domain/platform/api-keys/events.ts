import { z } from 'zod'
import { exampleId, idOf } from '../core/records/ids.ts'
import { defineEvent, defineEvents } from '../events/define-event.ts'

export const apiKeyEvents = defineEvents({
  'api_key.signing_granted': defineEvent({
    description:
      'An API key may now sign: as the provider that it is bound to, or on behalf of any provider.',
    payload: z.strictObject({
      apiKeyId: idOf('apiKey'),
      providerId: idOf('provider')
        .exactOptional()
        .meta({ description: 'The only provider as whom it signs.' }),
    }),
    example: { apiKeyId: exampleId('apiKey'), providerId: exampleId('provider') },
  }),
})
