import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

export const formMissing = defineTemplate({
  description: 'A day before an appointment whose form has not come, to its provider.',
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
  write: {
    en: ({ firstName, startsAt, timeZone, appointmentId }) => ({
      subject: 'A form is missing',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `A form has not come that is needed for your appointment on ${longTime(startsAt, timeZone, 'en')}.`,
        `Appointment: ${appointmentId}`,
      ],
    }),
    de: ({ firstName, startsAt, timeZone, appointmentId }) => ({
      subject: 'Ein Formular fehlt',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `zu Ihrem Termin am ${longTime(startsAt, timeZone, 'de')} fehlt noch ein Formular.`,
        `Termin: ${appointmentId}`,
      ],
    }),
  },
})
