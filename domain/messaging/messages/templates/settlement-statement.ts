import { z } from 'zod'
import { moneyText } from '#platform/core/money/money.ts'
import { defineTemplate } from './define-template.ts'

export const settlementStatement = defineTemplate('settlement.statement', {
  description:
    'Sent when a settlement is paid out, to its provider. It shows how the payout is computed and has a file with the payments. It names no family.',
  variables: z.strictObject({
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
  }),
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
    csv: 'paidOn,servedOn,serviceName,kind,gross,platform,centre,provider,currency,paymentId\r\n',
  },
  paragraphs: ['text', 'reasons', 'file'],
  values: ({ reasons }, { say }) => ({
    reasons: reasons.map((reason) => say('keptBack', { reason })).join('\n\n'),
  }),
  table: ({ steps, payout, carriedOut, currency }, { say }) => {
    const row = (label: string, amount: number) => [label, moneyText(amount, currency)]
    return [
      [say('step'), say('amount')],
      ...steps.map(({ step, amount }) => row(say(step), amount)),
      row(say('payout'), payout),
      ...(carriedOut === 0 ? [] : [row(say('carriedOut'), carriedOut)]),
    ]
  },
  attachments: ({ settlementId, csv }) => [
    {
      filename: `${settlementId}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: csv,
    },
  ],
})
