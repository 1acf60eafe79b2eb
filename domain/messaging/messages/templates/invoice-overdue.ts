import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const invoiceOverdue = defineTemplate('invoice.overdue', {
  description: 'Sent when an invoice was not paid in time, to its payer.',
  variables: z.strictObject({
    firstName: z.string(),
    number: z.string(),
    seller: z.string(),
    dueOn: z.string(),
    amount: z.string(),
    fee: z.string().nullable(),
    iban: z.string().nullable(),
    level: z.int(),
    text: z.string().nullable(),
  }),
  example: {
    firstName: 'Mara',
    number: 'SUN-2026-000042',
    seller: 'Sunrise Therapy GmbH',
    dueOn: '2026-12-24',
    amount: '95.00 EUR',
    fee: '5.00 EUR',
    iban: 'DE02120300000000202051',
    level: 2,
    text: null,
  },
  toFamilies: true,
  requires: [
    { anyOf: ['number'], in: 'body', because: 'the family must know which invoice is meant' },
    { anyOf: ['amount'], in: 'body', because: 'the family must know what to pay' },
    {
      anyOf: ['dueOn'],
      in: 'body',
      because: 'default begins with a reminder that says what was due when (§ 286 BGB)',
    },
  ],
  paragraphs: ['text', 'due', 'fee', 'account'],
})
