import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerLicenseExpiring = defineTemplate({
  description: 'Before a license of a provider expires, to them. It does not say its number.',
  variables: z.strictObject({ firstName: z.string(), state: z.string(), expiresOn: z.iso.date() }),
  example: { firstName: 'Ana', state: 'US-IL', expiresOn: '2027-10-31' },
  write: {
    en: ({ firstName, state, expiresOn }) => ({
      subject: 'Your license expires',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `Your license for ${state} expires on ${expiresOn}. From that day on nobody can book you.`,
        'Please send us the renewed license before then.',
      ],
    }),
    de: ({ firstName, state, expiresOn }) => ({
      subject: 'Ihre Zulassung läuft ab',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `Ihre Zulassung für ${state} läuft am ${expiresOn} ab. Ab diesem Tag können Sie nicht mehr gebucht werden.`,
        'Bitte senden Sie uns die verlängerte Zulassung vorher.',
      ],
    }),
  },
})
