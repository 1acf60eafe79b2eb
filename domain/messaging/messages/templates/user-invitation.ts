import { timeLimit } from '../../locales/times.ts'
import {
  defineTemplate,
  SIGN_IN_EXAMPLE,
  signInVariables,
  PROTECTS_ACCOUNTS,
} from './define-template.ts'

export const userInvitation = defineTemplate('user.invitation', {
  description: 'Sent when a user is invited to the centre, to the user.',
  variables: signInVariables,
  example: { ...SIGN_IN_EXAMPLE, expiresAt: '2026-11-28T09:30:00Z' },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'links'],
  values: ({ expiresAt, timeZone }, { language }) => ({
    expiresAt: timeLimit(expiresAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
