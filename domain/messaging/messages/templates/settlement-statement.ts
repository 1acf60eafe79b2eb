import { z } from 'zod'
import { moneyText } from '#platform/core/money/money.ts'
import { defineTemplate, type Language } from './define-template.ts'

const Variables = z.strictObject({
  firstName: z.string(),
  settlementId: z.string(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  currency: z.string(),
  steps: z.array(
    z.strictObject({
      step: z.enum(['SHARE', 'CARRIED_IN', 'RELEASED', 'WITHHELD']),
      amount: z.int(),
    }),
  ),
  payout: z.int(),
  carriedOut: z.int(),
  reasons: z.array(z.string()),
  csv: z.string(),
})
type Variables = z.output<typeof Variables>

const WORDS = {
  en: {
    heads: ['How it comes about', 'Amount'],
    SHARE: 'Your share',
    CARRIED_IN: 'Carried from the settlement before',
    RELEASED: 'Released of what was kept back before',
    WITHHELD: 'Kept back',
    payout: 'Paid out',
    carriedOut: 'Carried to the next settlement',
  },
  de: {
    heads: ['Wie sich der Betrag ergibt', 'Betrag'],
    SHARE: 'Ihr Anteil',
    CARRIED_IN: 'Übertrag aus der vorigen Abrechnung',
    RELEASED: 'Freigegeben aus früheren Einbehalten',
    WITHHELD: 'Einbehalten',
    payout: 'Ausgezahlt',
    carriedOut: 'Übertrag in die nächste Abrechnung',
  },
} as const satisfies Record<Language, unknown>

const tableOf = (
  { steps, payout, carriedOut, currency }: Variables,
  language: Language,
): string[][] => {
  const words = WORDS[language]
  const row = (label: string, amount: number) => [label, moneyText(amount, currency)]
  return [
    [...words.heads],
    ...steps.map(({ step, amount }) => row(words[step], amount)),
    row(words.payout, payout),
    ...(carriedOut === 0 ? [] : [row(words.carriedOut, carriedOut)]),
  ]
}

export const settlementStatement = defineTemplate({
  description:
    'When a settlement was paid out, to its provider: how the payout comes about, with a file of its payments. It names no family.',
  variables: Variables,
  example: {
    firstName: 'Ana',
    settlementId: 'stl_01jd3v3a0m4g9x8q2w7c5t6y1z',
    startsOn: '2026-11-01',
    endsOn: '2026-11-15',
    currency: 'EUR',
    steps: [
      { step: 'SHARE', amount: 6_650 },
      { step: 'WITHHELD', amount: -332 },
    ],
    payout: 6_318,
    carriedOut: 0,
    reasons: [],
    csv: 'paidOn,servedOn,serviceName,kind,gross,platform,center,provider,currency,paymentId\r\n',
  },
  write: {
    en: (variables) => ({
      subject: 'Your settlement',
      greeting: `Hello ${variables.firstName},`,
      paragraphs: [
        variables.startsOn === null
          ? `Settlement ${variables.settlementId} was paid out.`
          : `The settlement of ${variables.startsOn} to ${variables.endsOn} was paid out.`,
        ...variables.reasons.map((reason) => `Kept back: ${reason}`),
        'The attached file has every payment of it.',
      ],
      table: tableOf(variables, 'en'),
    }),
    de: (variables) => ({
      subject: 'Ihre Abrechnung',
      greeting: `Guten Tag ${variables.firstName},`,
      paragraphs: [
        variables.startsOn === null
          ? `Die Abrechnung ${variables.settlementId} wurde ausgezahlt.`
          : `Die Abrechnung vom ${variables.startsOn} bis ${variables.endsOn} wurde ausgezahlt.`,
        ...variables.reasons.map((reason) => `Einbehalten: ${reason}`),
        'Alle Zahlungen stehen in der angehängten Datei.',
      ],
      table: tableOf(variables, 'de'),
    }),
  },
  attachments: ({ settlementId, csv }) => [
    {
      filename: `${settlementId}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: csv,
    },
  ],
})
