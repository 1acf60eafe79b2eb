import { timeLimit } from '../../locales/times.ts'
import {
  defineTemplate,
  SIGN_IN_EXAMPLE,
  signInVariables,
  PROTECTS_ACCOUNTS,
} from './define-template.ts'

export const userSignIn = defineTemplate('user.sign_in', {
  description: 'Sent when a user asks to sign in, to the user.',
  variables: signInVariables,
  example: SIGN_IN_EXAMPLE,
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'otherwise'],
  values: ({ expiresAt, timeZone }, { language }) => ({
    expiresAt: timeLimit(expiresAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
