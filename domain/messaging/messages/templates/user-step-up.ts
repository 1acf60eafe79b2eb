import { defineTemplate, SIGN_IN_EXAMPLE, signInVariables, timeLimit } from './define-template.ts'

export const userStepUp = defineTemplate({
  description: 'When a user who is signed in has to prove once more who they are, to them.',
  variables: signInVariables,
  example: SIGN_IN_EXAMPLE,
  write: {
    en: ({ firstName, centre, path, expiresAt, timeZone }) => ({
      subject: `Confirm that it is you, at ${centre}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `You are signed in to ${centre}, and want to do something that takes a fresh proof of who you are. This link gives it, once, in the browser that asked for it. It ends on ${timeLimit(expiresAt, timeZone, 'en')}.`,
        'If that was not you, do not open the link, and tell whoever administers your centre: somebody may be using your session.',
      ],
      action: { label: 'It is me', path },
    }),
    de: ({ firstName, centre, path, expiresAt, timeZone }) => ({
      subject: `Bestätigen Sie, dass Sie es sind: ${centre}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `Sie sind bei ${centre} angemeldet und möchten etwas tun, wofür Sie sich noch einmal ausweisen müssen. Dieser Link tut das einmal, in dem Browser, der ihn angefordert hat. Er endet am ${timeLimit(expiresAt, timeZone, 'de')}.`,
        'Wenn Sie das nicht waren, öffnen Sie den Link nicht und sagen Sie es der Verwaltung Ihres Zentrums: Jemand benutzt vielleicht Ihre Sitzung.',
      ],
      action: { label: 'Ich bin es', path },
    }),
  },
})
