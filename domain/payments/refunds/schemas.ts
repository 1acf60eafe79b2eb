import { z } from 'zod'
import { amountTotal, totalMembers } from '#platform/core/lists/totals-on-request.ts'
import type { Refund as RefundModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { RefundMethod, RefundStatus } from './rules.ts'
import { gatewayOutcome, gatewayOutcomeOf } from '../payments/gateway-outcome.ts'

const reason = line(500).meta({
  description: 'Reason for the refund. Only the centre sees it, not the gateway or the family.',
  example: 'The therapist was ill.',
})

export const Refund = resourceSchema('Refund', {
  id: idOf('refund'),
  paymentId: idOf('payment'),
  status: z
    .enum(RefundStatus)
    .meta({ description: 'Whether the gateway is still processing it, or how it ended.' }),
  amount: z
    .int()
    .meta({ description: 'Amount of the refund, in minor units of the currency.', example: 9500 }),
  currency: z
    .string()
    .meta({ description: 'Currency of the amount, as an ISO 4217 code.', example: 'EUR' }),
  method: growing(z.enum(RefundMethod)).meta({
    description:
      'ORIGINAL: the money is refunded in the way it was paid; a payment with credit is returned to its balance. CREDIT: the party that owes the order gets credit.',
    example: 'ORIGINAL',
  }),
  reason: reason
    .nullable()
    .meta({ description: 'Reason; null if none was given or the person’s data was erased.' }),
  ...gatewayOutcome({ what: 'refund', failures: 'refund_declined' }),
  ...recordMembers,
})
export type Refund = z.infer<typeof Refund>

export const RefundTotal = resourceSchema('RefundTotal', {
  ...totalMembers('refunds'),
  status: Refund.shape.status,
  amount: amountTotal('Total', 9500),
})
export type RefundTotal = z.infer<typeof RefundTotal>

export const CreateRefund = z
  .strictObject({
    amount: z.int().min(1).max(MAX_ORDER_AMOUNT_MINOR).exactOptional().meta({
      description:
        'Amount in minor units of the payment’s currency. Defaults to everything not yet refunded.',
      example: 4500,
    }),
    method: z.enum(RefundMethod).exactOptional().meta({
      description:
        'ORIGINAL, the default, refunds in the way the payment was made. CREDIT immediately grants credit to the party that owes the order.',
      example: 'ORIGINAL',
    }),
    reason,
  })
  .meta({ id: 'CreateRefund', example: { amount: 4500, reason: 'The therapist was ill.' } })
export type CreateRefund = z.infer<typeof CreateRefund>

/** A refund that was started, and the remainder of the payment. */
export const BegunRefund = resourceSchema('BegunRefund', {
  dryRun: z
    .boolean()
    .meta({ description: 'Whether this is a dry run, which changes nothing.', example: false }),
  ...Refund.shape,
  id: Refund.shape.id.nullable().meta({ description: 'ID of the record; null for a dry run.' }),
  refundable: z.int().meta({
    description: 'Amount of the payment that can still be refunded afterwards, in minor units.',
    example: 0,
  }),
})
export type BegunRefund = z.infer<typeof BegunRefund>

export const toRefund = (row: RefundModel): Refund => ({
  id: row.id,
  paymentId: row.paymentId,
  status: row.status as RefundStatus,
  amount: row.amountMinor,
  currency: row.currency,
  method: row.method as RefundMethod,
  reason: row.reason,
  ...gatewayOutcomeOf(row),
  ...recordOf(row),
})
