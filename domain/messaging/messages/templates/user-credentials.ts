import { z } from 'zod'
import { defineTemplate, timeLimit } from './define-template.ts'

const CHANGES = [
  'PASSKEY_REGISTERED',
  'PASSKEY_REVOKED',
  'RECOVERY_CODE_USED',
  'RECOVERY_CODES_REPLACED',
] as const
type Change = (typeof CHANGES)[number]

const EN: Record<Change, (name: string) => string> = {
  PASSKEY_REGISTERED: (name) => `The passkey “${name}” was registered: it signs you in.`,
  PASSKEY_REVOKED: (name) => `The passkey “${name}” was revoked: it signs nobody in any more.`,
  RECOVERY_CODE_USED: () => 'A recovery code was used instead of a passkey.',
  RECOVERY_CODES_REPLACED: () => 'Your recovery codes were replaced; those of before have ended.',
}

const DE: Record<Change, (name: string) => string> = {
  PASSKEY_REGISTERED: (name) => `Der Passkey „${name}“ wurde eingerichtet: Er meldet Sie an.`,
  PASSKEY_REVOKED: (name) => `Der Passkey „${name}“ wurde entfernt: Er meldet niemanden mehr an.`,
  RECOVERY_CODE_USED: () => 'Ein Wiederherstellungscode wurde anstelle eines Passkeys verwendet.',
  RECOVERY_CODES_REPLACED: () =>
    'Ihre Wiederherstellungscodes wurden ersetzt; die bisherigen gelten nicht mehr.',
}

export const userCredentials = defineTemplate({
  description: 'When what a user signs in with has changed, to them.',
  variables: z.strictObject({
    firstName: z.string(),
    centre: z.string(),
    what: z.enum(CHANGES),
    /** Of the passkey. */
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
  write: {
    en: ({ firstName, centre, what, name, at, timeZone, path }) => ({
      subject: `How you sign in to ${centre} has changed`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `${EN[what](name)} It happened on ${timeLimit(at, timeZone, 'en')}.`,
        'If that was not you, tell whoever administers your centre at once: they can end your sessions and revoke passkeys.',
      ],
      action: { label: 'See your passkeys', path },
    }),
    de: ({ firstName, centre, what, name, at, timeZone, path }) => ({
      subject: `Ihre Anmeldung bei ${centre} wurde geändert`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `${DE[what](name)} Das geschah am ${timeLimit(at, timeZone, 'de')}.`,
        'Wenn Sie das nicht waren, sagen Sie es sofort der Verwaltung Ihres Zentrums: Sie kann Ihre Sitzungen beenden und Passkeys entfernen.',
      ],
      action: { label: 'Ihre Passkeys ansehen', path },
    }),
  },
})
