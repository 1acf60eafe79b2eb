import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

/** Only for messages that were queued before `worklist.waiting` existed. */
export const agentRunWaiting = defineTemplate('agent_run.waiting', {
  description: 'Sent when an agent run waits for a decision, to the people whose roles can decide.',
  variables: z.strictObject({
    firstName: z.string(),
    agent: z.string(),
    follows: z.array(z.string()).default([]),
    stepId: z.string(),
    decideBy: z.iso.datetime(),
    timeZone: z.string(),
  }),
  example: {
    firstName: 'Ana',
    agent: 'Late tasks',
    follows: ['Create a task'],
    stepId: exampleId('agentRunStep'),
    decideBy: '2026-11-24T09:30:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'follows', 'signIn', 'step'],
  values: ({ decideBy, timeZone }, { language }) => ({
    decideBy: timeLimit(decideBy, timeZone, language),
  }),
  action: ({ stepId }) => `/v1/agent-run-steps/${stepId}`,
})
