import { z } from 'zod'
import type { Order } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { OrderPurpose } from '#receivables/orders/rules.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const paymentFacts = {
  paymentId: idOf('payment'),
  orderId: idOf('order'),
  amount: z.int().min(0).meta({ description: 'Amount in minor units of the currency.' }),
  currency: z
    .string()
    .length(3)
    .meta({ description: 'Currency of the amount, as an ISO 4217 code.' }),
  purpose: growing(z.enum(OrderPurpose))
    .exactOptional()
    .meta({ description: 'Purpose of the order.' }),
  childId: idOf('child').exactOptional(),
  clientId: idOf('client').exactOptional(),
  appointmentId: idOf('appointment').exactOptional(),
}

export const paymentExample = {
  paymentId: exampleId('payment'),
  orderId: exampleId('order'),
  amount: 9500,
  currency: 'EUR',
  purpose: 'SERVICE' as const,
  childId: exampleId('child'),
  clientId: exampleId('client'),
  appointmentId: exampleId('appointment'),
}

/** The order's owner and appointment. Missing members are omitted. */
export const orderFacts = ({
  purpose,
  childId,
  clientId,
  appointmentId,
}: Pick<Order, 'purpose' | 'childId' | 'clientId' | 'appointmentId'>) => ({
  purpose: purpose as OrderPurpose,
  ...(childId && { childId }),
  ...(clientId && { clientId }),
  ...(appointmentId && { appointmentId }),
})

export const paymentEvents = defineEvents({
  'payment.requires_action': defineEvent({
    description:
      'The payer must authenticate at the URL in the payment’s `nextAction`. The payment is not captured until then.',
    payload: z.strictObject(paymentFacts),
    example: paymentExample,
  }),
  'payment.succeeded': defineEvent({
    description:
      'A payment was captured. The payment that covers the rest of an order makes the order PAID.',
    payload: z.strictObject(paymentFacts),
    example: paymentExample,
  }),
  'payment.failed': defineEvent({
    description: 'A payment was declined. Its order is still unpaid.',
    payload: z.strictObject({
      ...paymentFacts,
      failureCode: z
        .string()
        .meta({ description: 'Reason why the payment failed, as a stable code.' }),
    }),
    example: { ...paymentExample, failureCode: 'card_declined' },
  }),
})
