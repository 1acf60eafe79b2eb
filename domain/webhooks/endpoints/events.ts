import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const webhookEvents = defineEvents({
  'webhook_endpoint.disabled': defineEvent({
    description:
      "A webhook endpoint was disabled. The event is sent to the centre's other endpoints.",
    payload: z.strictObject({
      endpointId: idOf('webhookEndpoint'),
      reason: z.enum(['gone', 'failing']).meta({
        description:
          'Whether the endpoint was disabled because it answered 410, or because it failed for five days.',
      }),
    }),
    example: { endpointId: exampleId('webhookEndpoint'), reason: 'gone' },
  }),
})
