import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'

export const leadQualification: AgentTemplate = {
  name: 'lead_qualification',
  title: 'Lead qualification',
  description:
    'When a family asks for a place, creates a task to call them. If the lead is still open without contact after two days, creates another task for the people who manage leads.',
  definition: {
    trigger: { type: 'EVENT', eventType: 'lead.created' },
    start: 'call',
    nodes: [
      {
        id: 'call',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: 'Call the family that asked for a place',
          subjectId: { expression: 'event.data.leadId' },
          role: 'SCHEDULER',
        },
        next: 'qualified',
      },
      {
        id: 'qualified',
        type: 'WAIT',
        for: {
          eventType: 'lead.qualified',
          filter: 'arrived.data.leadId == event.data.leadId',
          hours: 48,
        },
        onTimeout: 'silent',
      },
      {
        id: 'silent',
        type: 'QUERY',
        query: 'leads_waiting',
        parameters: { silentForHours: 24 },
        next: 'still',
      },
      {
        id: 'still',
        type: 'CONDITION',
        when: 'steps.silent.rows.exists(lead, lead.leadId == event.data.leadId)',
        next: 'escalate',
      },
      {
        id: 'escalate',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: 'A family has had no contact for two days',
          subjectId: { expression: 'event.data.leadId' },
          role: 'MARKETPLACE_MANAGER',
        },
      },
    ],
  },
  parameters: [
    asks.role('Which role should call the family?', 'call'),
    asks.integer(
      'waitHours',
      'Within how many hours should a lead be qualified?',
      'nodes.qualified.for.hours',
    ),
    asks.integer(
      'silentForHours',
      'After how many hours without contact should another role be told?',
      'nodes.silent.parameters.silentForHours',
    ),
    {
      name: 'escalateTo',
      label: 'Which role should be told?',
      type: 'ROLE',
      sets: ['nodes.escalate.parameters.role'],
    },
  ],
}
