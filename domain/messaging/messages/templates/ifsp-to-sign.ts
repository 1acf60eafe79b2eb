import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const ifspToSign = defineTemplate('ifsp.to_sign', {
  description:
    'Sent when a plan is presented, and again on request, to the people who act as the child’s parents. Only the page shows the plan.',
  variables: z.strictObject({ firstName: z.string(), path: z.string() }),
  example: { firstName: 'Mara', path: '/links/example' },
  toFamilies: true,
  paragraphs: ['text'],
  action: ({ path }) => path,
})
