import { z } from 'zod'
import { defineTemplate, timeLimit } from './define-template.ts'

export const leadOffer = defineTemplate({
  description: 'When a provider is asked to take a family, to them.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: {
    firstName: 'Ana',
    path: '/links/example',
    expiresAt: '2026-11-23T10:30:00+01:00',
    timeZone: 'Europe/Berlin',
  },
  write: {
    en: ({ firstName, path, expiresAt, timeZone }) => ({
      subject: 'A family is looking for you',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        'A family asks for a place, and you may be the right person for them. You alone are asked.',
        `Please answer by ${timeLimit(expiresAt, timeZone, 'en')}.`,
      ],
      action: { label: 'See what they need', path },
    }),
    de: ({ firstName, path, expiresAt, timeZone }) => ({
      subject: 'Eine Familie sucht Sie',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        'eine Familie sucht einen Platz, und Sie könnten die richtige Person sein. Nur Sie werden gefragt.',
        `Bitte antworten Sie bis ${timeLimit(expiresAt, timeZone, 'de')}.`,
      ],
      action: { label: 'Ansehen', path },
    }),
  },
})
