import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
} from './define-template.ts'

export const feedbackRequest = defineTemplate('feedback.request', {
  description: 'Sent after an appointment, to the child’s legal guardians.',
  variables: z.strictObject({ ...appointmentVariables, firstName: z.string(), path: z.string() }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', path: '/links/example' },
  toFamilies: true,
  paragraphs: ['text'],
  values: appointmentValues,
  action: ({ path }) => path,
})
