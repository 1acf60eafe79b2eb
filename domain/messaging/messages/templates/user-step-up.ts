import { timeLimit } from '../../locales/times.ts'
import {
  defineTemplate,
  SIGN_IN_EXAMPLE,
  signInVariables,
  PROTECTS_ACCOUNTS,
} from './define-template.ts'

export const userStepUp = defineTemplate('user.step_up', {
  description: 'Sent when a signed-in user must prove their identity again, to the user.',
  variables: signInVariables,
  example: SIGN_IN_EXAMPLE,
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'otherwise'],
  values: ({ expiresAt, timeZone }, { language }) => ({
    expiresAt: timeLimit(expiresAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
