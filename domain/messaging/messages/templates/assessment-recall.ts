import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const assessmentRecall = defineTemplate('assessment.recall', {
  description: 'Sent after a recall of families was approved, to the child’s legal guardians.',
  variables: z.strictObject({
    firstName: z.string(),
    childFirstName: z.string(),
    /** A text and a subject written by the centre, which replace ours. */
    subject: z.string().exactOptional(),
    text: z.string().exactOptional(),
  }),
  example: { firstName: 'Mara', childFirstName: 'Lena' },
  toFamilies: true,
  paragraphs: ['text', 'contact'],
})
