import { z } from 'zod'
import { APPOINTMENT_EXAMPLE, appointmentVariables, defineTemplate } from './define-template.ts'

export const rebookingOffer = defineTemplate('rebooking.offer', {
  description:
    'Sent two days after an appointment if no next one is booked, to the child’s legal guardians.',
  variables: z.strictObject({ ...appointmentVariables, firstName: z.string(), path: z.string() }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', path: '/links/example' },
  toFamilies: true,
  paragraphs: ['text', 'call'],
  action: ({ path }) => path,
})
