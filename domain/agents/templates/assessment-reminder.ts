import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'

export const assessmentReminder: AgentTemplate = {
  name: 'assessment_reminder',
  title: 'Assessment reminder',
  description:
    'When an assessment is due, creates a task to book it. If nothing is booked within a week, and after a person has approved, the guardians get a message.',
  definition: {
    trigger: { type: 'EVENT', eventType: 'assessment.due' },
    start: 'book',
    nodes: [
      {
        id: 'book',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: 'Book the assessment that is due',
          childId: { expression: 'event.data.childId' },
          subjectId: { expression: 'event.data.assessmentId' },
          role: 'SCHEDULER',
        },
        next: 'booked',
      },
      {
        id: 'booked',
        type: 'WAIT',
        for: {
          eventType: 'booking.created',
          filter: 'arrived.data.childId == event.data.childId',
          hours: 168,
        },
        onTimeout: 'ask',
      },
      {
        id: 'ask',
        type: 'APPROVAL',
        title: 'Write to the guardians about the assessment that is due?',
        shows: 'event.data.childId',
        roles: ['ADMINISTRATOR', 'SCHEDULER'],
        next: 'write',
      },
      {
        id: 'write',
        type: 'ACTION',
        action: 'message_guardians',
        parameters: {
          template: 'assessment.recall',
          childId: { expression: 'event.data.childId' },
        },
      },
    ],
  },
  parameters: [
    asks.role('Which role should book the assessment?', 'book'),
    asks.integer(
      'waitHours',
      'After how many hours without a booking should the guardians get a message?',
      'nodes.booked.for.hours',
    ),
    asks.approvers('ask'),
  ],
}
