import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'
import { MORNINGS } from './mornings.ts'

export const earlyInterventionCheckIn: AgentTemplate = {
  name: 'early_intervention_check_in',
  title: 'Early-intervention check-in',
  description:
    'Every Monday, sends a check-in to families in programs who have not answered for 30 days, after a person has approved it.',
  definition: {
    trigger: { type: 'SCHEDULE', recurrence: 'FREQ=WEEKLY;BYDAY=MO', ...MORNINGS },
    inputs: [{ name: 'silentForDays', type: 'INTEGER', default: 30 }],
    concurrency: 'SKIP',
    start: 'silent',
    nodes: [
      {
        id: 'silent',
        type: 'QUERY',
        query: 'programs_without_check_in',
        parameters: { silentForDays: { expression: 'input.silentForDays' } },
        next: 'any',
      },
      { id: 'any', type: 'CONDITION', when: 'size(steps.silent.rows) > 0', next: 'ask' },
      {
        id: 'ask',
        type: 'APPROVAL',
        title:
          'Ask {{ size(steps.silent.rows) == 1 ? "1 family" : string(size(steps.silent.rows)) + " families" }} how it is going?',
        shows: 'steps.silent.rows',
        roles: ['ADMINISTRATOR', 'EARLY_INTERVENTION_COORDINATOR'],
        next: 'each',
      },
      { id: 'each', type: 'FOR_EACH', items: 'steps.silent.rows', most: 500, body: 'check_in' },
      {
        id: 'check_in',
        type: 'ACTION',
        action: 'start_check_in',
        parameters: { programId: { expression: 'item.programId' } },
      },
    ],
  },
  parameters: [
    asks.days,
    asks.time,
    asks.integer(
      'silentForDays',
      'After how many days without an answer should a family be asked?',
      'inputs.silentForDays.default',
    ),
    asks.approvers('ask'),
  ],
}
