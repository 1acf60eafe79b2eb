import { z } from 'zod'
import {
  APPOINTMENT_EXAMPLE,
  appointmentVariables,
  defineTemplate,
  longTime,
} from './define-template.ts'

export const waitlistOffer = defineTemplate({
  description: 'When a slot is held for a child on the waitlist, to the child’s legal guardians.',
  variables: z.strictObject({
    ...appointmentVariables,
    firstName: z.string(),
    childFirstName: z.string(),
    answerBy: z.iso.datetime({ offset: true }),
    path: z.string(),
  }),
  example: {
    ...APPOINTMENT_EXAMPLE,
    firstName: 'Mara',
    childFirstName: 'Lena',
    answerBy: '2026-11-30T12:00:00+01:00',
    path: '/links/example',
  },
  write: {
    en: ({ firstName, childFirstName, startsAt, timeZone, locationName, answerBy, path }) => ({
      subject: 'An appointment has become free',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `We hold an appointment for ${childFirstName}: ${longTime(startsAt, timeZone, 'en')}.`,
        `Where: ${locationName}`,
        `Please answer by ${longTime(answerBy, timeZone, 'en')}. After that it goes to somebody else.`,
      ],
      action: { label: 'Accept or decline', path },
    }),
    de: ({ firstName, childFirstName, startsAt, timeZone, locationName, answerBy, path }) => ({
      subject: 'Ein Termin ist frei geworden',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `wir haben einen Termin für ${childFirstName} reserviert: ${longTime(startsAt, timeZone, 'de')}.`,
        `Ort: ${locationName}`,
        `Bitte antworten Sie bis ${longTime(answerBy, timeZone, 'de')}. Danach wird er weitergegeben.`,
      ],
      action: { label: 'Annehmen oder ablehnen', path },
    }),
  },
})
