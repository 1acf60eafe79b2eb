import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

/** Ids, codes, days and times: events contain no text about a person. */
const fact = z.union([
  z
    .string()
    .max(64)
    .regex(/^[\w.:+-]*$/, { error: 'must be an ID, a code, a date or a time' }),
  z.number(),
  z.boolean(),
  z.null(),
])

export const customEvents = defineEvents({
  'custom.emitted': defineEvent({
    description: 'An agent of the centre sent a custom event.',
    payload: z.strictObject({
      name: z
        .string()
        .regex(/^[a-z][a-z0-9_.]{0,63}$/, { error: 'must be a name such as child.waiting' })
        .meta({ description: 'Name used by the centre.' }),
      data: z
        .record(z.string().regex(/^[a-zA-Z]\w{0,39}$/), fact)
        .refine((data) => Object.keys(data).length <= 20, { error: 'must have at most 20 members' })
        .meta({ description: 'At most 20 IDs, codes, numbers, dates or times, by name.' }),
      endpointId: idOf('webhookEndpoint').nullable().meta({
        description: 'Endpoint that receives the event; null for every subscriber.',
      }),
      runId: idOf('agentRun')
        .nullable()
        .meta({ description: 'Run that sent the event; null if a tool sent it.' }),
    }),
    example: {
      name: 'child.waiting',
      data: { childId: exampleId('child'), days: 14 },
      endpointId: null,
      runId: exampleId('agentRun'),
    },
  }),
})
