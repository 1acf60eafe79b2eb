import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'
import { MORNINGS } from './mornings.ts'

export const appointmentFollowUp: AgentTemplate = {
  name: 'appointment_follow_up',
  title: 'Appointment follow-up',
  description:
    'Every morning, creates a task for each family that has no next appointment after a visit, and e-mails providers whose session has no signed note.',
  definition: {
    trigger: { type: 'SCHEDULE', recurrence: 'FREQ=DAILY', ...MORNINGS },
    concurrency: 'SKIP',
    start: 'visits',
    nodes: [
      {
        id: 'visits',
        type: 'QUERY',
        query: 'completed_appointments',
        parameters: { withinHours: 24 },
        next: 'unbooked',
      },
      {
        id: 'unbooked',
        type: 'FOR_EACH',
        items: 'steps.visits.rows.filter(visit, visit.nextStartsAt == null)',
        most: 500,
        body: 'rebook',
        next: 'notes',
      },
      {
        id: 'rebook',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: 'Offer a next appointment',
          childId: { expression: 'item.childId' },
          subjectId: { expression: 'item.appointmentId' },
          role: 'SCHEDULER',
        },
      },
      {
        id: 'notes',
        type: 'QUERY',
        query: 'appointments_without_note',
        parameters: { olderThanHours: 24 },
        next: 'unnoted',
      },
      { id: 'unnoted', type: 'FOR_EACH', items: 'steps.notes.rows', most: 500, body: 'remind' },
      {
        id: 'remind',
        type: 'ACTION',
        action: 'message_providers',
        parameters: {
          providerIds: { expression: '[item.providerId]' },
          message: {
            subject: 'A session has no signed note',
            text: 'Please write and sign the note of a session that took place more than a day ago.',
          },
        },
      },
    ],
  },
  parameters: [
    asks.days,
    asks.time,
    asks.integer(
      'withinHours',
      'How many hours back should it look for visits?',
      'nodes.visits.parameters.withinHours',
      'As many as lie between two runs, so that it sees each visit once.',
    ),
    asks.integer(
      'olderThanHours',
      'After how many hours should providers be reminded of a note?',
      'nodes.notes.parameters.olderThanHours',
    ),
    asks.role('Which role should offer the next appointment?', 'rebook'),
  ],
}
