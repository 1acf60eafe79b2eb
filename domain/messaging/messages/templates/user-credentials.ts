import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

export const userCredentials = defineTemplate('user.credentials', {
  description: 'Sent when a user’s credentials have changed, to the user.',
  variables: z.strictObject({
    firstName: z.string(),
    centre: z.string(),
    what: z.enum([
      'PASSKEY_REGISTERED',
      'PASSKEY_REVOKED',
      'RECOVERY_CODE_USED',
      'RECOVERY_CODES_REPLACED',
    ]),
    /** The name of the passkey. */
    name: z.string(),
    at: z.iso.datetime(),
    timeZone: z.string(),
    path: z.string(),
  }),
  example: {
    firstName: 'Ana',
    centre: 'Sunrise Therapy',
    what: 'PASSKEY_REGISTERED',
    name: 'Work laptop',
    at: '2026-11-21T09:45:00Z',
    timeZone: 'Europe/Berlin',
    path: '/sign-in/passkeys',
  },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'otherwise'],
  values: ({ at, timeZone }, { language }) => ({
    at: timeLimit(at, timeZone, language),
  }),
  action: ({ path }) => path,
})
