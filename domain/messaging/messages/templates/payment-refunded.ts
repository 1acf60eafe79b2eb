import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const paymentRefunded = defineTemplate('payment.refunded', {
  description:
    'Sent when a refund is made, also as credit for later appointments, to the client who was charged.',
  variables: z.strictObject({
    firstName: z.string(),
    amount: z.string(),
    as: z.enum(['MONEY', 'CREDIT']),
    reference: z.string(),
  }),
  example: {
    firstName: 'Mara',
    amount: '95.00 EUR',
    as: 'MONEY',
    reference: 'ref_01jd3v3a0m4g9x8q2w7c5t6y1z',
  },
  paragraphs: ['text', 'reference'],
})
