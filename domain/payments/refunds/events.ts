import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { paymentExample, paymentFacts } from '../payments/events.ts'

const refundFacts = {
  ...paymentFacts,
  refundId: idOf('refund'),
  amount: z.int().min(1).meta({
    description: 'Amount of this refund, in minor units of the currency.',
  }),
}

const example = { ...paymentExample, refundId: exampleId('refund') }

export const refundEvents = defineEvents({
  'payment.refunded': defineEvent({
    description:
      'A payment was refunded, in part or in full. After a full refund, its order is REFUNDED.',
    payload: z.strictObject({
      ...refundFacts,
      inFull: z.boolean().meta({ description: 'Whether the payment is now refunded in full.' }),
    }),
    example: { ...example, inFull: true },
  }),
  'payment.refund_failed': defineEvent({
    description: 'The gateway refused a refund. The payment is unchanged, and you can try again.',
    payload: z.strictObject({
      ...refundFacts,
      failureCode: z.string().meta({ description: 'Reason for the failure, as a stable code.' }),
    }),
    example: { ...example, failureCode: 'refund_declined' },
  }),
})
