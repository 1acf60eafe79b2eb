import { z } from 'zod'
import { defineTemplate, longTime } from './define-template.ts'

export const consentExpiring = defineTemplate({
  description: 'Before a consent expires, to the child’s legal guardians.',
  variables: z.strictObject({
    firstName: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: { firstName: 'Mara', expiresAt: '2026-12-15T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  write: {
    en: ({ firstName, expiresAt, timeZone }) => ({
      subject: 'A consent is about to expire',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `A consent that you have given us expires on ${longTime(expiresAt, timeZone, 'en')}.`,
        'Please get in touch with us, so that we can renew it in time.',
      ],
    }),
    de: ({ firstName, expiresAt, timeZone }) => ({
      subject: 'Eine Einwilligung läuft ab',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `eine Einwilligung, die Sie uns gegeben haben, läuft am ${longTime(expiresAt, timeZone, 'de')} ab.`,
        'Bitte melden Sie sich bei uns, damit wir sie rechtzeitig erneuern können.',
      ],
    }),
  },
})
