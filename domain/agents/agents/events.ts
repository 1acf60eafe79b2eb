import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { PAUSE_REASONS } from './rules.ts'

export const agentDefinitionEvents = defineEvents({
  'agent.paused': defineEvent({
    description: 'An agent was paused: by somebody, or because its runs failed in a row.',
    payload: z.strictObject({
      agentId: idOf('agent'),
      reason: z.enum(PAUSE_REASONS).meta({
        description:
          'REQUESTED: by somebody; FAILURES: `limits.pauseAfterFailures` of its runs failed in a row.',
      }),
      failuresInARow: z.int().meta({ description: 'How many of its runs have failed in a row.' }),
      runId: idOf('agentRun').nullable().meta({
        description: 'The last run that failed, where the reason is FAILURES.',
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
