import { z } from 'zod'
import { exampleId } from '#platform/core/ids.ts'
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
    en: ({ firstName, startsAt, zone, appointmentId }) => ({
      subject: 'A note is missing',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `There is no signed note yet of your appointment on ${longTime(startsAt, zone, 'en')}.`,
        `Appointment: ${appointmentId}`,
      ],
    }),
    de: ({ firstName, startsAt, zone, appointmentId }) => ({
      subject: 'Eine Dokumentation fehlt',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `zu Ihrem Termin am ${longTime(startsAt, zone, 'de')} fehlt noch die unterschriebene Dokumentation.`,
        `Termin: ${appointmentId}`,
      ],
    }),
  },
})
