import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'
import { MORNINGS } from './mornings.ts'

export const childProgressFollowUp: AgentTemplate = {
  name: 'child_progress_follow_up',
  title: 'Child progress follow-up',
  description:
    'On the first day of each month, creates a task for each goal that has not been measured for four weeks or shows no progress.',
  definition: {
    trigger: {
      type: 'SCHEDULE',
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1',
      ...MORNINGS,
      onClosure: 'RUN',
    },
    inputs: [{ name: 'unmeasuredForDays', type: 'INTEGER', default: 28 }],
    concurrency: 'SKIP',
    start: 'goals',
    nodes: [
      {
        id: 'goals',
        type: 'QUERY',
        query: 'goals_without_progress',
        parameters: { unmeasuredForDays: { expression: 'input.unmeasuredForDays' } },
        next: 'each',
      },
      { id: 'each', type: 'FOR_EACH', items: 'steps.goals.rows', most: 500, body: 'look' },
      {
        id: 'look',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: { expression: '"Look at a goal: " + item.trend' },
          childId: { expression: 'item.childId' },
          subjectId: { expression: 'item.goalId' },
          role: 'SUPERVISOR',
        },
      },
    ],
  },
  parameters: [
    asks.days,
    asks.time,
    asks.integer(
      'unmeasuredForDays',
      'After how many days without a measurement should somebody look at a goal?',
      'inputs.unmeasuredForDays.default',
    ),
    asks.role('Which role should look at the goals?', 'look'),
  ],
}
