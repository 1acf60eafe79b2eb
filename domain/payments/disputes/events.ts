import { z } from 'zod'
import type { Dispute, Order } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { utc } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { orderFacts, paymentExample, paymentFacts } from '../payments/events.ts'

const disputeFacts = {
  ...paymentFacts,
  disputeId: idOf('dispute'),
  amount: z.int().min(1).meta({
    description: 'Disputed amount, in minor units of the currency.',
  }),
  reason: z
    .string()
    .meta({ description: 'Reason for the dispute, as a stable code of the gateway.' }),
}

const example = { ...paymentExample, disputeId: exampleId('dispute'), reason: 'fraudulent' }

/** The subject of the dispute, and the order's owner. */
export const factsOf = (dispute: Dispute, order: Order) => ({
  disputeId: dispute.id,
  paymentId: dispute.paymentId,
  orderId: order.id,
  amount: dispute.amountMinor,
  currency: dispute.currency,
  reason: dispute.reason,
  ...orderFacts(order),
})

export const dueOf = ({ dueAt, isInquiry }: Dispute) => ({
  isInquiry,
  ...(dueAt && { dueAt: utc(dueAt) }),
})

export const disputeEvents = defineEvents({
  'payment.disputed': defineEvent({
    description:
      'A payer disputes a payment with their bank, or the bank first makes an inquiry. The event is sent again when an inquiry becomes a dispute.',
    payload: z.strictObject({
      ...disputeFacts,
      isInquiry: z.boolean().meta({
        description: 'Whether this is an inquiry, in which the bank has not taken any money.',
      }),
      dueAt: z.iso
        .datetime()
        .exactOptional()
        .meta({ description: 'Deadline for evidence, in UTC.' }),
    }),
    example: { ...example, isInquiry: false, dueAt: '2026-12-05T22:59:59.000Z' },
  }),
  'payment.dispute_won': defineEvent({
    description: 'The bank decided for the centre, which keeps the money or gets it back.',
    payload: z.strictObject(disputeFacts),
    example,
  }),
  'payment.dispute_lost': defineEvent({
    description:
      'The bank decided for the payer, or the centre accepted the dispute, so the money is lost. If nothing of the payment is left, its order is REFUNDED.',
    payload: z.strictObject(disputeFacts),
    example,
  }),
})
