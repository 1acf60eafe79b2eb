import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const ids = {
  assessmentId: idOf('assessment'),
  childId: idOf('child'),
  instrumentId: idOf('instrument'),
  scheduleId: idOf('assessmentSchedule').exactOptional(),
}
const exampleIds = {
  assessmentId: exampleId('assessment'),
  childId: exampleId('child'),
  instrumentId: exampleId('instrument'),
  scheduleId: exampleId('assessmentSchedule'),
}
const waived = {
  payload: z.strictObject({
    ...ids,
    dueOn: calendarDate().meta({
      description: 'Date on which the assessment is due, as YYYY-MM-DD.',
    }),
  }),
  example: { ...exampleIds, dueOn: '2026-11-15' },
}
const due = {
  payload: waived.payload.extend({
    providerId: idOf('provider').exactOptional().meta({ description: 'Assessor.' }),
  }),
  example: { ...waived.example, providerId: exampleId('provider') },
}

export const assessmentEvents = defineEvents({
  'assessment.due': defineEvent({ description: 'An assessment of a child is now due.', ...due }),
  'assessment.overdue': defineEvent({
    description: 'An assessment of a child is overdue.',
    ...due,
  }),
  'assessment.completed': defineEvent({
    description:
      'An assessment of a child was completed. To read the result, retrieve the assessment.',
    payload: z.strictObject({
      ...ids,
      administeredOn: calendarDate().meta({
        description: 'Date on which the assessment took place, as YYYY-MM-DD.',
      }),
      administeredBy: idOf('provider').exactOptional(),
    }),
    example: {
      ...exampleIds,
      administeredOn: '2026-11-20',
      administeredBy: exampleId('provider'),
    },
  }),
  'assessment.corrected': defineEvent({
    description:
      'The result of an assessment was corrected. To read it, retrieve the assessment again.',
    payload: z.strictObject({
      ...ids,
      administeredOn: calendarDate().meta({
        description: 'Date on which the assessment took place, as YYYY-MM-DD.',
      }),
      administeredBy: idOf('provider').exactOptional(),
    }),
    example: {
      ...exampleIds,
      administeredOn: '2026-11-20',
      administeredBy: exampleId('provider'),
    },
  }),
  'assessment.waived': defineEvent({
    description: 'An assessment of a child was waived.',
    ...waived,
  }),
})
