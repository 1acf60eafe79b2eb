import { z } from 'zod'
import { longTime } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const restrictionLifting = defineTemplate('restriction.lifting', {
  description:
    'Sent before a restriction of processing is lifted, to the person who obtained it: the child’s legal guardians, or the client (Art. 18(3) GDPR).',
  variables: z.strictObject({
    firstName: z.string(),
    liftsAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: { firstName: 'Mara', liftsAt: '2026-12-15T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  toFamilies: true,
  requires: [
    {
      anyOf: ['liftsAt'],
      in: 'body',
      because: 'Art. 18(3) GDPR requires it before the restriction is lifted',
    },
  ],
  paragraphs: ['text', 'lifts', 'contact'],
  values: ({ liftsAt, timeZone }, { language }) => ({
    liftsAt: longTime(liftsAt, timeZone, language),
  }),
})
