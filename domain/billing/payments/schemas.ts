import { z } from 'zod'
import type { Payment as PaymentModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/growing.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utcOrNull } from '#platform/core/time.ts'
import { SANDBOX_METHODS } from '#providers/payments/sandbox.ts'
import { PaymentMethodType, PaymentStatus } from './rules.ts'

const type = z
  .enum(PaymentMethodType)
  .meta({ description: 'What the payment method is.', example: 'CARD' })

const EXAMPLE_METHOD = { type: 'CARD', id: 'pm_sandbox_ok' } as const

const PaymentMethod = z
  .strictObject({
    type: growing(type),
    id: z.string().meta({ description: "The gateway's token of it.", example: EXAMPLE_METHOD.id }),
  })
  .meta({ id: 'PaymentMethod', example: EXAMPLE_METHOD })

const ChosenPaymentMethod = z
  .strictObject({
    type,
    id: z
      .string()
      .regex(/^pm_[A-Za-z0-9][A-Za-z0-9_]{0,63}$/, {
        error: 'must be a token such as pm_sandbox_ok',
      })
      .meta({
        description: `The gateway's token of it, never a card's number. The sandbox knows ${Object.keys(SANDBOX_METHODS).join(', ')}.`,
        example: EXAMPLE_METHOD.id,
      }),
  })
  .meta({ id: 'ChosenPaymentMethod', example: EXAMPLE_METHOD })

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
  paymentMethod: PaymentMethod.meta({ description: 'How it is paid.' }),
  gatewayReference: z
    .string()
    .nullable()
    .meta({ description: "The gateway's id of the capture.", example: null }),
  failureCode: z.string().nullable().meta({
    description:
      'Why it failed, as a stable code such as card_declined, insufficient_funds or authentication_required.',
    example: null,
  }),
  settledAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it succeeded or failed.', example: null }),
  amountRefunded: z.int().meta({
    description: 'What of it was given back, or is being given back, in minor units.',
    example: 0,
  }),
  ...recordMembers,
})
export type Payment = z.infer<typeof Payment>

export const CreatePayment = z
  .strictObject({
    orderId: idOf('order'),
    paymentMethod: ChosenPaymentMethod.meta({ description: 'How it is paid.' }),
  })
  .meta({
    id: 'CreatePayment',
    example: { orderId: exampleId('order'), paymentMethod: EXAMPLE_METHOD },
  })
export type CreatePayment = z.infer<typeof CreatePayment>

export const toPayment = (row: PaymentModel): Payment => ({
  id: row.id,
  orderId: row.orderId,
  status: row.status as PaymentStatus,
  amount: row.amountMinor,
  currency: row.currency,
  paymentMethod: { type: row.paymentMethodType as PaymentMethodType, id: row.paymentMethodId },
  gatewayReference: row.gatewayReference,
  failureCode: row.failureCode,
  settledAt: utcOrNull(row.settledAt),
  amountRefunded: row.refundedMinor,
  ...recordOf(row),
})
