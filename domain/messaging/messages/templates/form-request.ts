import { z } from 'zod'
import { defineTemplate, timeLimit } from './define-template.ts'

export const formRequest = defineTemplate({
  description:
    'When a form is asked for, and to remind of it: to the child’s legal guardians. The form is named on the page only.',
  variables: z.strictObject({
    firstName: z.string(),
    childFirstName: z.string(),
    path: z.string(),
    neededBy: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
    forVisit: z.boolean(),
  }),
  example: {
    firstName: 'Mara',
    childFirstName: 'Leo',
    path: '/links/example',
    neededBy: '2026-12-01T10:00:00+01:00',
    timeZone: 'Europe/Berlin',
    forVisit: true,
  },
  write: {
    en: ({ firstName, childFirstName, path, neededBy, timeZone, forVisit }) => ({
      subject: `A form about ${childFirstName}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        forVisit
          ? `Please fill in a form about ${childFirstName} before your appointment on ${timeLimit(neededBy, timeZone, 'en')}.`
          : `Please fill in a form about ${childFirstName} by ${timeLimit(neededBy, timeZone, 'en')}.`,
        'You can save it and go on later with the same link.',
      ],
      action: { label: 'Fill in the form', path },
    }),
    de: ({ firstName, childFirstName, path, neededBy, timeZone, forVisit }) => ({
      subject: `Ein Formular über ${childFirstName}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        forVisit
          ? `bitte füllen Sie vor Ihrem Termin am ${timeLimit(neededBy, timeZone, 'de')} ein Formular über ${childFirstName} aus.`
          : `bitte füllen Sie bis ${timeLimit(neededBy, timeZone, 'de')} ein Formular über ${childFirstName} aus.`,
        'Sie können es speichern und später mit demselben Link weitermachen.',
      ],
      action: { label: 'Formular ausfüllen', path },
    }),
  },
})
