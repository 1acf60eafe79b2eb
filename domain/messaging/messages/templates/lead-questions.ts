import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const leadQuestions = defineTemplate('lead.questions', {
  description: 'Sent when a family that asks for a place must answer questions, to the family.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    occasion: z.enum(['questions', 'reminder']),
  }),
  example: { firstName: 'Mara', path: '/links/example', occasion: 'questions' },
  toFamilies: true,
  paragraphs: ['text', 'link'],
  action: ({ path }) => path,
})
