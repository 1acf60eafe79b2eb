import { z } from 'zod'
import { defineTemplate, timeLimit } from './define-template.ts'

const OCCASIONS = ['invitation', 'returned', 'reminder', 'overdue'] as const

const SUBJECTS = {
  en: {
    invitation: 'Your application',
    returned: 'Your application: something is needed again',
    reminder: 'Your application: something is still missing',
    overdue: 'Your application: something is overdue',
  },
  de: {
    invitation: 'Ihre Bewerbung',
    returned: 'Ihre Bewerbung: etwas wird noch einmal gebraucht',
    reminder: 'Ihre Bewerbung: es fehlt noch etwas',
    overdue: 'Ihre Bewerbung: etwas ist überfällig',
  },
}

export const providerOnboardingRequest = defineTemplate({
  description: 'When a provider who applies is asked for something, to them.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    occasion: z.enum(OCCASIONS),
    dueAt: z.iso.datetime({ offset: true }).nullable(),
    timeZone: z.string(),
  }),
  example: {
    firstName: 'Ana',
    path: '/links/example',
    occasion: 'invitation',
    dueAt: '2026-12-05T23:59:00+01:00',
    timeZone: 'Europe/Berlin',
  },
  write: {
    en: ({ firstName, path, occasion, dueAt, timeZone }) => ({
      subject: SUBJECTS.en[occasion],
      greeting: `Hello ${firstName},`,
      paragraphs: [
        'On your page you see what we need of you, send documents and see how far your application is.',
        ...(dueAt ? [`Please send what is missing by ${timeLimit(dueAt, timeZone, 'en')}.`] : []),
        'The link is yours alone. You can use it again and again.',
      ],
      action: { label: 'Open your application', path },
    }),
    de: ({ firstName, path, occasion, dueAt, timeZone }) => ({
      subject: SUBJECTS.de[occasion],
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        'auf Ihrer Seite sehen Sie, was wir von Ihnen brauchen, senden Unterlagen und sehen den Stand Ihrer Bewerbung.',
        ...(dueAt ? [`Bitte senden Sie, was fehlt, bis ${timeLimit(dueAt, timeZone, 'de')}.`] : []),
        'Der Link ist nur für Sie. Sie können ihn immer wieder verwenden.',
      ],
      action: { label: 'Bewerbung öffnen', path },
    }),
  },
})
