import { defineTemplate, SIGN_IN_EXAMPLE, signInVariables, timeLimit } from './define-template.ts'

export const userInvitation = defineTemplate({
  description: 'When somebody is invited to work in the centre, to them.',
  variables: signInVariables,
  example: { ...SIGN_IN_EXAMPLE, expiresAt: '2026-11-28T09:30:00Z' },
  write: {
    en: ({ firstName, centre, path, expiresAt, timeZone }) => ({
      subject: `You are invited to ${centre}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `${centre} has set up an account for you. Accept the invitation by ${timeLimit(expiresAt, timeZone, 'en')}.`,
        'You need no password: you sign in by links that are sent to this address.',
      ],
      action: { label: 'Accept the invitation', path },
    }),
    de: ({ firstName, centre, path, expiresAt, timeZone }) => ({
      subject: `Einladung zu ${centre}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `${centre} hat ein Konto für Sie angelegt. Nehmen Sie die Einladung bis ${timeLimit(expiresAt, timeZone, 'de')} an.`,
        'Sie brauchen kein Passwort: Sie melden sich mit Links an, die an diese Adresse gehen.',
      ],
      action: { label: 'Einladung annehmen', path },
    }),
  },
})
