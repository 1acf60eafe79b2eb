import { z } from 'zod'
import { defineTemplate, timeLimit } from './define-template.ts'

export const providerFormRequest = defineTemplate({
  description:
    'When a provider, or somebody who applies to be one, is asked for a form, and to remind of it. The form is named on the page only.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    dueAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: {
    firstName: 'Ana',
    path: '/links/example',
    dueAt: '2026-12-01T10:00:00+01:00',
    timeZone: 'Europe/Berlin',
  },
  write: {
    en: ({ firstName, path, dueAt, timeZone }) => ({
      subject: 'A form for you',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `Please fill in a form by ${timeLimit(dueAt, timeZone, 'en')}.`,
        'You can save it and go on later with the same link.',
      ],
      action: { label: 'Fill in the form', path },
    }),
    de: ({ firstName, path, dueAt, timeZone }) => ({
      subject: 'Ein Formular für Sie',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `bitte füllen Sie bis ${timeLimit(dueAt, timeZone, 'de')} ein Formular aus.`,
        'Sie können es speichern und später mit demselben Link weitermachen.',
      ],
      action: { label: 'Formular ausfüllen', path },
    }),
  },
})
