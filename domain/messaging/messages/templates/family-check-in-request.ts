import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const familyCheckInRequest = defineTemplate('family_check_in.request', {
  description: 'Sent at intervals during a program, to the people who act as the child’s parents.',
  variables: z.strictObject({ firstName: z.string(), path: z.string() }),
  example: { firstName: 'Mara', path: '/links/example' },
  toFamilies: true,
  paragraphs: ['text'],
  action: ({ path }) => path,
})
