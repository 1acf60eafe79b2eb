import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { PAUSE_REASONS } from './rules.ts'

export const agentDefinitionEvents = defineEvents({
  'agent.paused': defineEvent({
    description: 'An agent was paused: by a person, or because of consecutive failed runs.',
    payload: z.strictObject({
      agentId: idOf('agent'),
      reason: z.enum(PAUSE_REASONS).meta({
        description:
          'REQUESTED: by a person; FAILURES: `limits.pauseAfterFailures` consecutive runs failed.',
      }),
      failuresInARow: z.int().meta({ description: 'Number of consecutive failed runs.' }),
      runId: idOf('agentRun').nullable().meta({
        description: 'The last failed run, if the reason is FAILURES.',
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
