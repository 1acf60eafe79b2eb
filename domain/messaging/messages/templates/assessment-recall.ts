import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const assessmentRecall = defineTemplate('assessment.recall', {
  description: 'When a recall of families was approved, to the child’s legal guardians.',
  variables: z.strictObject({
    firstName: z.string(),
    childFirstName: z.string(),
    /** In the centre's own words instead, with its own subject. */
    subject: z.string().exactOptional(),
    text: z.string().exactOptional(),
  }),
  example: { firstName: 'Mara', childFirstName: 'Lena' },
  paragraphs: ['text', 'contact'],
})
