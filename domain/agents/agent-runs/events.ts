import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const run = { runId: idOf('agentRun'), agentId: idOf('agent') }
const example = { runId: exampleId('agentRun'), agentId: exampleId('agent') }

const node = (description: string) => z.string().nullable().meta({ description })

export const agentEvents = defineEvents({
  'agent_run.started': defineEvent({
    description: 'A run of an agent has started.',
    payload: z.strictObject(run),
    example,
  }),
  'agent_run.waiting': defineEvent({
    description: 'A run waits for a person to approve or reject what it proposes.',
    payload: z.strictObject({
      ...run,
      node: z.string().meta({ description: 'The waiting node.' }),
    }),
    example: { ...example, node: 'ask' },
  }),
  'agent_run.succeeded': defineEvent({
    description: 'A run of an agent succeeded.',
    payload: z.strictObject(run),
    example,
  }),
  'agent_run.failed': defineEvent({
    description: 'A run of an agent failed. You can retry it from the node that failed.',
    payload: z.strictObject({
      ...run,
      node: node('The node that failed; null if the run failed outside of a node.'),
      code: z.string().meta({ description: 'Problem code, or code of the step.' }),
    }),
    example: { ...example, node: 'write', code: 'expression_failed' },
  }),
  'agent_run.cancelled': defineEvent({
    description: 'A run of an agent was cancelled or replaced by another run.',
    payload: z.strictObject(run),
    example,
  }),
})
