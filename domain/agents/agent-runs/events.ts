import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const run = {
  runId: idOf('agentRun'),
  agent: z.string().meta({ description: 'Which agent runs; CONFIGURED: one of the centre’s own.' }),
  agentId: idOf('agent').nullable().meta({ description: 'The agent, where it is CONFIGURED.' }),
}
const example = { runId: exampleId('agentRun'), agent: 'CONFIGURED', agentId: exampleId('agent') }

export const agentEvents = defineEvents({
  'agent_run.started': defineEvent({
    description: 'A run of an agent that the centre configures has started.',
    payload: z.strictObject(run),
    example,
  }),
  'agent_run.waiting': defineEvent({
    description: 'A run waits for somebody to approve or reject what it proposes.',
    payload: z.strictObject({
      ...run,
      node: z
        .string()
        .nullable()
        .meta({ description: 'The node that waits, where it is CONFIGURED.' }),
    }),
    example: { ...example, node: 'ask' },
  }),
  'agent_run.finished': defineEvent({
    description:
      'The run of an agent is over: carried out, failed, cancelled, rejected, or not decided in time.',
    payload: z.strictObject({
      ...run,
      status: z
        .enum(['SUCCEEDED', 'FAILED', 'CANCELLED'])
        .meta({ description: 'How the run ended.' }),
    }),
    example: { ...example, status: 'SUCCEEDED' },
  }),
})
