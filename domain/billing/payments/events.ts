import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const paymentFacts = {
  paymentId: idOf('payment'),
  orderId: idOf('order'),
  amount: z.int().min(0).meta({ description: 'In minor units of the currency.' }),
  currency: z
    .string()
    .length(3)
    .meta({ description: 'Currency of the amount, as an ISO 4217 code.' }),
}

const example = {
  paymentId: exampleId('payment'),
  orderId: exampleId('order'),
  amount: 9500,
  currency: 'EUR',
}

export const paymentEvents = defineEvents({
  'payment.succeeded': defineEvent({
    description: 'A payment was captured; its order is paid.',
    payload: z.strictObject(paymentFacts),
    example,
  }),
  'payment.failed': defineEvent({
    description: 'A payment was declined; its order is still open.',
    payload: z.strictObject({
      ...paymentFacts,
      failureCode: z.string().meta({ description: 'Why the payment failed, as a stable code.' }),
    }),
    example: { ...example, failureCode: 'card_declined' },
  }),
})
