import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const leadOffer = defineTemplate('lead.offer', {
  description: 'Sent when a provider is asked to accept a family, to the provider.',
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
  requires: [
    { anyOf: ['expiresAt'], in: 'body', because: 'the family is offered to others after that' },
  ],
  paragraphs: ['text', 'answerBy'],
  values: ({ expiresAt, timeZone }, { language }) => ({
    expiresAt: timeLimit(expiresAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
