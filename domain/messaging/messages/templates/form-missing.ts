import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
} from './define-template.ts'

export const formMissing = defineTemplate('form.missing', {
  description:
    'Sent a day before an appointment with a missing form, to the provider of the appointment.',
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
