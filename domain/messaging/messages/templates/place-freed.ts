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

export const placeFreed = defineTemplate('place.freed', {
  description: 'Sent when a waiting child gets a place in a group, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
  }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', childFirstName: 'Lena' },
  toFamilies: true,
  requires: [WHEN, WHERE, HOW_TO_CANCEL],
  paragraphs: ['text', 'where', 'cannotCome'],
  values: appointmentValues,
})
