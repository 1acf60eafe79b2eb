import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
  WHEN,
  WHERE,
  HOW_TO_CANCEL,
} from './define-template.ts'

export const appointmentReminder = defineTemplate('appointment.reminder', {
  description: 'Sent before an appointment, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    /** The path of the page on which the family answers. */
    path: z.string().exactOptional(),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    path: '/links/example',
  },
  toFamilies: true,
  requires: [WHEN, WHERE, HOW_TO_CANCEL],
  paragraphs: ['text', 'where', 'cannotCome'],
  values: appointmentValues,
  action: ({ path }) => path,
})
