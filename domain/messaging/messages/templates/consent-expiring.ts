import { z } from 'zod'
import { longTime } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const consentExpiring = defineTemplate('consent.expiring', {
  description: 'Sent before a consent expires, to the child’s legal guardians.',
  variables: z.strictObject({
    firstName: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: { firstName: 'Mara', expiresAt: '2026-12-15T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  toFamilies: true,
  requires: [
    {
      anyOf: ['expiresAt'],
      in: 'body',
      because: 'the family must know until when the consent is valid',
    },
  ],
  paragraphs: ['text', 'contact'],
  values: ({ expiresAt, timeZone }, { language }) => ({
    expiresAt: longTime(expiresAt, timeZone, language),
  }),
})
