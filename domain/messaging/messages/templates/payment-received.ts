import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const paymentReceived = defineTemplate('payment.received', {
  description: 'Sent when a payment is captured or recorded, to the client who was charged.',
  variables: z.strictObject({ firstName: z.string(), amount: z.string(), reference: z.string() }),
  example: {
    firstName: 'Mara',
    amount: '95.00 EUR',
    reference: 'pay_01jd3v3a0m4g9x8q2w7c5t6y1z',
  },
  paragraphs: ['text', 'reference'],
})
