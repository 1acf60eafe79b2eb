import { z } from 'zod'
import { defineTemplate, longTime } from './define-template.ts'

export const formRequest = defineTemplate({
  description: 'When a form is asked for, and to remind of it: to the child’s legal guardians.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    neededBy: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
    forVisit: z.boolean(),
  }),
  example: {
    firstName: 'Mara',
    path: '/links/example',
    neededBy: '2026-12-01T10:00:00+01:00',
    timeZone: 'Europe/Berlin',
    forVisit: true,
  },
  write: {
    en: ({ firstName, path, neededBy, timeZone, forVisit }) => ({
      subject: 'Please fill in a form',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        forVisit
          ? `Please fill in a form before your appointment on ${longTime(neededBy, timeZone, 'en')}.`
          : `Please fill in a form by ${longTime(neededBy, timeZone, 'en')}.`,
        'You can save it and go on later with the same link.',
      ],
      action: { label: 'Fill in the form', path },
    }),
    de: ({ firstName, path, neededBy, timeZone, forVisit }) => ({
      subject: 'Bitte füllen Sie ein Formular aus',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        forVisit
          ? `bitte füllen Sie vor Ihrem Termin am ${longTime(neededBy, timeZone, 'de')} ein Formular aus.`
          : `bitte füllen Sie bis ${longTime(neededBy, timeZone, 'de')} ein Formular aus.`,
        'Sie können es speichern und später mit demselben Link weitermachen.',
      ],
      action: { label: 'Formular ausfüllen', path },
    }),
  },
})
