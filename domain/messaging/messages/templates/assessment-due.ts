import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const assessmentDue = defineTemplate('assessment.due', {
  description:
    'Sent when an assessment is due and until it is done, to its provider; if it stays overdue, to the provider’s supervisor.',
  variables: z.strictObject({
    firstName: z.string(),
    assessmentId: z.string(),
    dueOn: z.string(),
    overdue: z.boolean(),
  }),
  example: {
    firstName: 'Ana',
    assessmentId: exampleId('assessment'),
    dueOn: '2026-11-15',
    overdue: false,
  },
  paragraphs: ['text', 'assessment'],
})
