import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

export const feedbackRequest = defineTemplate({
  description: 'After an appointment, to the child’s legal guardians.',
  variables: z.strictObject({ ...appointmentVariables, firstName: z.string(), path: z.string() }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', path: '/links/example' },
  write: {
    en: ({ firstName, startsAt, timeZone, path }) => ({
      subject: 'How was the appointment?',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `Thank you for coming on ${longTime(startsAt, timeZone, 'en')}. We would like to know how it was.`,
      ],
      action: { label: 'Answer in one minute', path },
    }),
    de: ({ firstName, startsAt, timeZone, path }) => ({
      subject: 'Wie war der Termin?',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `danke für Ihren Besuch am ${longTime(startsAt, timeZone, 'de')}. Wir möchten gern wissen, wie es war.`,
      ],
      action: { label: 'In einer Minute antworten', path },
    }),
  },
})
