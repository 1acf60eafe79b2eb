import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { PAUSE_REASONS } from './rules.ts'

export const agentDefinitionEvents = defineEvents({
  'agent.paused': defineEvent({
    description: 'An agent was paused, either by a person or because several runs in a row failed.',
    payload: z.strictObject({
      agentId: idOf('agent'),
      reason: z.enum(PAUSE_REASONS).meta({
        description:
          'REQUESTED: a person paused the agent. FAILURES: `limits.pauseAfterFailures` runs in a row failed.',
      }),
      failuresInARow: z.int().meta({ description: 'Number of runs in a row that failed.' }),
      runId: idOf('agentRun').nullable().meta({
        description: 'Last failed run, if the reason is FAILURES.',
      }),
    }),
    example: {
      agentId: exampleId('agent'),
      reason: 'FAILURES',
      failuresInARow: 5,
      runId: exampleId('agentRun'),
    },
  }),
})
