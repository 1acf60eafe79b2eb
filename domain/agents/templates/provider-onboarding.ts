import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'
import { MORNINGS } from './mornings.ts'

export const providerOnboarding: AgentTemplate = {
  name: 'provider_onboarding',
  title: 'Provider onboarding',
  description:
    'Every Monday, creates a task for each onboarding that has stayed in its stage for a week, with the party that must act.',
  definition: {
    trigger: { type: 'SCHEDULE', recurrence: 'FREQ=WEEKLY;BYDAY=MO', ...MORNINGS },
    inputs: [{ name: 'inStageForDays', type: 'INTEGER', default: 7 }],
    concurrency: 'SKIP',
    start: 'waiting',
    nodes: [
      {
        id: 'waiting',
        type: 'QUERY',
        query: 'onboardings_waiting',
        parameters: { inStageForDays: { expression: 'input.inStageForDays' } },
        next: 'each',
      },
      { id: 'each', type: 'FOR_EACH', items: 'steps.waiting.rows', most: 500, body: 'look' },
      {
        id: 'look',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: { expression: '"An onboarding waits for: " + item.waitingOn.join(", ")' },
          subjectId: { expression: 'item.onboardingId' },
          role: 'ADMINISTRATOR',
        },
      },
    ],
  },
  parameters: [
    asks.days,
    asks.time,
    asks.integer(
      'inStageForDays',
      'After how many days in one stage should somebody look at an onboarding?',
      'inputs.inStageForDays.default',
    ),
    asks.role('Which role should look at it?', 'look'),
  ],
}
