import { defineTemplate, SIGN_IN_EXAMPLE, signInVariables, timeLimit } from './define-template.ts'

export const userSignIn = defineTemplate({
  description: 'When a user wants to sign in, to them.',
  variables: signInVariables,
  example: SIGN_IN_EXAMPLE,
  write: {
    en: ({ firstName, centre, path, expiresAt, timeZone }) => ({
      subject: `Sign in to ${centre}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `This link signs you in to ${centre}, once, in the browser that asked for it. It ends on ${timeLimit(expiresAt, timeZone, 'en')}.`,
        'If that was not you, do nothing: nobody is signed in without this link.',
      ],
      action: { label: 'Sign in', path },
    }),
    de: ({ firstName, centre, path, expiresAt, timeZone }) => ({
      subject: `Anmelden bei ${centre}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `Dieser Link meldet Sie einmal bei ${centre} an, in dem Browser, der ihn angefordert hat. Er endet am ${timeLimit(expiresAt, timeZone, 'de')}.`,
        'Wenn Sie das nicht waren, tun Sie nichts: Ohne diesen Link wird niemand angemeldet.',
      ],
      action: { label: 'Anmelden', path },
    }),
  },
})
