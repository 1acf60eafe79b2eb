import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const leadProof = defineTemplate('lead.proof', {
  description:
    'Sent when somebody asks for a place through a public form, to the address that they entered.',
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
  toFamilies: true,
  requires: [{ anyOf: ['expiresAt'], in: 'body', because: 'the request is deleted after that' }],
  paragraphs: ['text', 'otherwise'],
  values: ({ expiresAt, timeZone }, { language }) => ({
    expiresAt: timeLimit(expiresAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
