import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
} from './define-template.ts'

export const feeDecided = defineTemplate('fee.decided', {
  description:
    'Sent when a fee for a late cancellation or a no-show is charged, and when a fee that was announced is waived, to the client who is charged.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    decision: z.enum(['CHARGED', 'WAIVED']),
    amount: z.string(),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    decision: 'CHARGED',
    amount: '47.50 EUR',
  },
  paragraphs: ['text', 'questions'],
  values: appointmentValues,
})
