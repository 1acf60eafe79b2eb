import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
} from './define-template.ts'

export const appointmentArranged = defineTemplate('appointment.arranged', {
  description:
    'Sent when a family accepts an offer of the waitlist, or gets its first appointment after it applied, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    by: z.enum(['WAITLIST', 'LEAD']),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    by: 'WAITLIST',
  },
  paragraphs: ['text', 'where', 'cannotCome'],
  values: appointmentValues,
})
