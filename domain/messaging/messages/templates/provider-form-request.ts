import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const providerFormRequest = defineTemplate('provider_form.request', {
  description:
    'Sent when a form is requested from a provider or applicant, and as a reminder, to that person. Only the page shows the name of the form.',
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
  requires: [
    {
      anyOf: ['dueAt'],
      in: 'body',
      because: 'the recipient must know until when the form is needed',
    },
  ],
  paragraphs: ['text', 'save'],
  values: ({ dueAt, timeZone }, { language }) => ({
    dueAt: timeLimit(dueAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
