import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const formRequest = defineTemplate('form.request', {
  description:
    'Sent when a form is requested, and as a reminder, to the child’s legal guardians. Only the page shows the name of the form.',
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
  toFamilies: true,
  requires: [
    {
      anyOf: ['neededBy'],
      in: 'body',
      because: 'the family must know until when the form is needed',
    },
  ],
  paragraphs: ['text', 'save'],
  values: ({ neededBy, timeZone }, { language }) => ({
    neededBy: timeLimit(neededBy, timeZone, language),
  }),
  action: ({ path }) => path,
})
