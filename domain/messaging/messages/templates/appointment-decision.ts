import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentValues,
  appointmentVariables,
  defineTemplate,
  WHEN,
  WHERE,
} from './define-template.ts'

/** The outcome of a booking that was awaiting confirmation. */
export const DECISIONS = ['CONFIRMED', 'DECLINED', 'EXPIRED'] as const

export const appointmentDecision = defineTemplate('appointment.decision', {
  description:
    'Sent when a booking that needs confirmation is confirmed, is declined or expires, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    decision: z.enum(DECISIONS),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    decision: 'CONFIRMED',
  },
  toFamilies: true,
  requires: [WHEN, { ...WHERE, when: { ...WHERE.when, decision: 'CONFIRMED' } }],
  paragraphs: ['text', 'where', 'another'],
  values: appointmentValues,
})
