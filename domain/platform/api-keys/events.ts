import { z } from 'zod'
import { exampleId, idOf } from '../core/records/ids.ts'
import { defineEvent, defineEvents } from '../events/define-event.ts'

export const apiKeyEvents = defineEvents({
  'api_key.signing_granted': defineEvent({
    description:
      'An API key can now sign, either as the provider to which it is bound or on behalf of any provider.',
    payload: z.strictObject({
      apiKeyId: idOf('apiKey'),
      providerId: idOf('provider')
        .exactOptional()
        .meta({ description: 'Provider as whom the key can sign; null for any provider.' }),
    }),
    example: { apiKeyId: exampleId('apiKey'), providerId: exampleId('provider') },
  }),
})
