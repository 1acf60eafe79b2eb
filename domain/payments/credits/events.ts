import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const creditFacts = {
  creditBalanceId: idOf('creditBalance'),
  clientId: idOf('client').exactOptional(),
  payerId: idOf('payer').exactOptional(),
  amount: z.int().min(1).meta({ description: 'Amount in minor units of the currency.' }),
  currency: z.string().length(3).meta({ description: 'Currency, as an ISO 4217 code.' }),
  balance: z.int().meta({ description: 'Credit left, in minor units.' }),
}

export const creditExample = {
  creditBalanceId: exampleId('creditBalance'),
  clientId: exampleId('client'),
  payerId: exampleId('payer'),
  amount: 4500,
  currency: 'EUR',
  balance: 9500,
}

export const creditEvents = defineEvents({
  'credit.granted': defineEvent({
    description: 'A refund was granted as credit.',
    payload: z.strictObject({ ...creditFacts, refundId: idOf('refund') }),
    example: { ...creditExample, refundId: exampleId('refund') },
  }),
  'credit.prepaid': defineEvent({
    description: 'A client or payer prepaid credit.',
    payload: z.strictObject(creditFacts),
    example: creditExample,
  }),
  'credit.used': defineEvent({
    description: 'Credit was used for a payment.',
    payload: z.strictObject({ ...creditFacts, paymentId: idOf('payment') }),
    example: { ...creditExample, paymentId: exampleId('payment') },
  }),
})
