import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
} from './define-template.ts'

export const noteMissing = defineTemplate('session_note.missing', {
  description:
    'Sent a day after an appointment without a signed note, to the provider of the appointment.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    appointmentId: z.string(),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Ana',
    appointmentId: exampleId('appointment'),
  },
  paragraphs: ['text', 'appointment'],
  values: appointmentValues,
})
