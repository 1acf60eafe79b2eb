import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

const STATUS = ['PENDING', 'VERIFIED', 'REJECTED', 'WITHDRAWN'] as const
type Status = (typeof STATUS)[number]

const EN: Record<Status, (hint: string, on: string | null) => string> = {
  PENDING: (hint) =>
    `The account ${hint} was entered for your payouts. It is checked before it is used.`,
  VERIFIED: (hint, on) => `From ${on} on, your payouts go to the account ${hint}.`,
  REJECTED: (hint) => `The account ${hint} was not accepted for your payouts.`,
  WITHDRAWN: (hint) => `Nothing is paid out to the account ${hint} any more.`,
}

const DE: Record<Status, (hint: string, on: string | null) => string> = {
  PENDING: (hint) =>
    `Für Ihre Auszahlungen wurde das Konto ${hint} angegeben. Bevor es verwendet wird, wird es geprüft.`,
  VERIFIED: (hint, on) => `Ab dem ${on} gehen Ihre Auszahlungen auf das Konto ${hint}.`,
  REJECTED: (hint) => `Das Konto ${hint} wurde für Ihre Auszahlungen nicht angenommen.`,
  WITHDRAWN: (hint) => `Auf das Konto ${hint} wird nichts mehr ausgezahlt.`,
}

export const payoutAccountChanged = defineTemplate({
  description:
    'When the account that a provider is paid to was entered, verified, rejected or withdrawn, to them. It says the last four characters.',
  variables: z.strictObject({
    firstName: z.string(),
    status: z.enum(STATUS),
    numberHint: z.string(),
    /** From which day on it is paid to, once it is verified. */
    payableOn: z.iso.date().nullable(),
  }),
  example: {
    firstName: 'Ana',
    status: 'VERIFIED',
    numberHint: '…3000',
    payableOn: '2026-11-28',
  },
  write: {
    en: ({ firstName, status, numberHint, payableOn }) => ({
      subject: 'Your account for payouts',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        EN[status](numberHint, payableOn),
        'If this is not what you asked for, tell us at once, by a way that you know and not by a reply to this message.',
      ],
    }),
    de: ({ firstName, status, numberHint, payableOn }) => ({
      subject: 'Ihr Konto für Auszahlungen',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        DE[status](numberHint, payableOn),
        'Haben Sie das nicht veranlasst, sagen Sie es uns bitte sofort, auf einem Weg, den Sie kennen, und nicht als Antwort auf diese Nachricht.',
      ],
    }),
  },
})
