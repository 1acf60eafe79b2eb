import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const invoiceIssued = defineTemplate('invoice.issued', {
  description: 'Sent when an invoice is issued, to the client who is charged, with the invoice.',
  variables: z.strictObject({
    firstName: z.string(),
    number: z.string(),
    seller: z.string(),
    amount: z.string(),
    dueOn: z.string(),
  }),
  example: {
    firstName: 'Mara',
    number: '2026-0042',
    seller: 'Sunrise Therapy GmbH',
    amount: '95.00 EUR',
    dueOn: '2026-12-15',
  },
  paragraphs: ['text', 'attached'],
})
