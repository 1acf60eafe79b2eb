import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

export const noteMissing = defineTemplate({
  description: 'A day after an appointment without a signed note, to its provider.',
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
      subject: 'A note is missing',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `There is no signed note yet of your appointment on ${longTime(startsAt, timeZone, 'en')}.`,
        `Appointment: ${appointmentId}`,
      ],
    }),
    de: ({ firstName, startsAt, timeZone, appointmentId }) => ({
      subject: 'Eine Dokumentation fehlt',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `zu Ihrem Termin am ${longTime(startsAt, timeZone, 'de')} fehlt noch die unterschriebene Dokumentation.`,
        `Termin: ${appointmentId}`,
      ],
    }),
  },
})
