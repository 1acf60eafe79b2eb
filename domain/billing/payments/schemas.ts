import { z } from 'zod'
import type { Payment as PaymentModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utcOrNull } from '#platform/core/time.ts'
import { PaymentStatus } from './rules.ts'

const method = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, { error: "must be the gateway's name of a method" })
  .meta({
    description:
      "How it is paid, in the gateway's terms. The sandbox knows card_ok, card_declined, card_insufficient_funds, card_expired and card_error_once.",
    example: 'card_ok',
  })

export const Payment = resourceSchema('Payment', {
  id: idOf('payment'),
  orderId: idOf('order'),
  status: z
    .enum(PaymentStatus)
    .meta({ description: 'Whether the gateway is still working on it, or how it ended.' }),
  amount: z.int().meta({ description: 'In minor units of the currency.', example: 9500 }),
  currency: z
    .string()
    .meta({ description: 'Currency of the amount, as an ISO 4217 code.', example: 'EUR' }),
  gateway: z
    .string()
    .meta({ description: 'Payment service that carries it out.', example: 'sandbox' }),
  method,
  gatewayReference: z
    .string()
    .nullable()
    .meta({ description: "The gateway's id of the capture.", example: null }),
  failureCode: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, such as card_declined.', example: null }),
  settledAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it succeeded or failed.', example: null }),
  ...recordMembers,
})
export type Payment = z.infer<typeof Payment>

export const CreatePayment = z.strictObject({ orderId: idOf('order'), method }).meta({
  id: 'CreatePayment',
  example: { orderId: exampleId('order'), method: 'card_ok' },
})
export type CreatePayment = z.infer<typeof CreatePayment>

export const toPayment = (row: PaymentModel): Payment => ({
  id: row.id,
  orderId: row.orderId,
  status: row.status as PaymentStatus,
  amount: row.amountMinor,
  currency: row.currency,
  gateway: row.gateway,
  method: row.method,
  gatewayReference: row.gatewayReference,
  failureCode: row.failureCode,
  settledAt: utcOrNull(row.settledAt),
  ...recordOf(row),
})
