import { z } from 'zod'
import { defineTemplate, timeLimit } from './define-template.ts'

export const leadProof = defineTemplate({
  description: 'When somebody asks for a place by a public form, to the address that they typed.',
  variables: z.strictObject({
    path: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: {
    path: '/links/example',
    expiresAt: '2026-11-22T09:30:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  write: {
    en: ({ path, expiresAt, timeZone }) => ({
      subject: 'Please confirm your request',
      greeting: 'Hello,',
      paragraphs: [
        `Somebody asked us for a place with this address. If that was you, please confirm it by ${timeLimit(expiresAt, timeZone, 'en')}.`,
        'If it was not you, do nothing: we delete the request, and do not write again.',
      ],
      action: { label: 'Confirm', path },
    }),
    de: ({ path, expiresAt, timeZone }) => ({
      subject: 'Bitte bestätigen Sie Ihre Anfrage',
      greeting: 'Guten Tag,',
      paragraphs: [
        `mit dieser Adresse wurde bei uns nach einem Platz gefragt. Wenn Sie das waren, bestätigen Sie es bitte bis ${timeLimit(expiresAt, timeZone, 'de')}.`,
        'Wenn Sie das nicht waren, tun Sie nichts: Wir löschen die Anfrage und schreiben nicht noch einmal.',
      ],
      action: { label: 'Bestätigen', path },
    }),
  },
})
