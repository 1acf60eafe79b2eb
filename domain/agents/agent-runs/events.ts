import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const run = {
  runId: idOf('agentRun'),
  agent: z.string().meta({ description: 'Name of the agent that ran.' }),
}
const example = { runId: exampleId('agentRun'), agent: 'ASSESSMENT_RECALL' }

export const agentEvents = defineEvents({
  'agent_run.waiting': defineEvent({
    description: 'An agent proposes actions, and waits for somebody to approve or reject them.',
    payload: z.strictObject(run),
    example,
  }),
  'agent_run.finished': defineEvent({
    description: 'The run of an agent is over: carried out, rejected, or not decided in time.',
    payload: z.strictObject({
      ...run,
      status: z
        .enum(['SUCCEEDED', 'FAILED', 'CANCELLED'])
        .meta({ description: 'How the run ended.' }),
    }),
    example: { ...example, status: 'SUCCEEDED' },
  }),
})
