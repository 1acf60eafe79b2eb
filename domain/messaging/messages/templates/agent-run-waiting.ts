import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate, timeLimit } from './define-template.ts'

export const agentRunWaiting = defineTemplate({
  description: 'When a run of an agent waits for a decision, to the people whose roles decide.',
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
  write: {
    en: ({ firstName, agent, follows, stepId, decideBy, timeZone }) => ({
      subject: `Your decision is needed: ${agent}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `the agent “${agent}” waits for somebody to approve or reject what it would do. It waits until ${timeLimit(decideBy, timeZone, 'en')}.`,
        ...(follows.length > 0 ? [`What follows if you approve: ${follows.join(', ')}.`] : []),
        'Sign in first. The link shows what the agent would do and for whom, and where to approve or reject it.',
        `Step: ${stepId}`,
      ],
      action: { label: 'See what it would do', path: `/v1/agent-run-steps/${stepId}` },
    }),
    de: ({ firstName, agent, follows, stepId, decideBy, timeZone }) => ({
      subject: `Ihre Entscheidung ist gefragt: ${agent}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `der Agent „${agent}“ wartet darauf, dass jemand freigibt oder ablehnt, was er tun würde. Er wartet bis ${timeLimit(decideBy, timeZone, 'de')}.`,
        ...(follows.length > 0 ? [`Was auf die Freigabe folgt: ${follows.join(', ')}.`] : []),
        'Melden Sie sich zuerst an. Der Link zeigt, was der Agent für wen tun würde, und wo Sie es freigeben oder ablehnen.',
        `Schritt: ${stepId}`,
      ],
      action: { label: 'Ansehen, was er tun würde', path: `/v1/agent-run-steps/${stepId}` },
    }),
  },
})
