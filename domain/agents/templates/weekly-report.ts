import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'
import { MORNINGS } from './mornings.ts'

const LAST_WEEK = {
  metrics: [
    'APPOINTMENTS_BOOKED',
    'APPOINTMENTS_COMPLETED',
    'CANCELLATIONS',
    'NO_SHOWS',
    'UTILIZATION',
  ],
  period: 'WEEK',
  groupBy: ['LOCATION'],
  comparison: 'PREVIOUS_PERIOD',
} as const

export const weeklyReport: AgentTemplate = {
  name: 'weekly_report',
  title: 'Weekly report',
  description:
    'Every Monday, e-mails last week’s figures by location to the administrators, compared with the previous week, with a spreadsheet file.',
  definition: {
    trigger: {
      type: 'SCHEDULE',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
      ...MORNINGS,
      onClosure: 'RUN',
    },
    concurrency: 'SKIP',
    start: 'figures',
    nodes: [
      {
        id: 'figures',
        type: 'QUERY',
        query: 'location_figures',
        parameters: LAST_WEEK,
        next: 'any',
      },
      { id: 'any', type: 'CONDITION', when: 'size(steps.figures.rows) > 0', next: 'mail' },
      {
        id: 'mail',
        type: 'ACTION',
        action: 'mail_figures',
        parameters: {
          ...LAST_WEEK,
          subject: 'Figures of the last week',
          roles: ['ADMINISTRATOR', 'OWNER'],
        },
      },
    ],
  },
  parameters: [
    asks.days,
    asks.time,
    {
      name: 'readers',
      label: 'Which roles should get the report?',
      type: 'ROLES',
      help: 'People who may not see the figures are left out.',
      sets: ['nodes.mail.parameters.roles'],
    },
    {
      name: 'subject',
      label: 'What should the subject of the e-mail be?',
      type: 'TEXT',
      sets: ['nodes.mail.parameters.subject'],
    },
  ],
}
