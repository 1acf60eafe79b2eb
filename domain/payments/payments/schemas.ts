import { z } from 'zod'
import { amountTotal, totalMembers } from '#platform/core/lists/totals-on-request.ts'
import type { Payment as PaymentModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SANDBOX_METHODS } from '#providers/payments/sandbox.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { isByHand, PaymentMethodType, PaymentStatus } from './rules.ts'
import { gatewayOutcome, gatewayOutcomeOf } from './gateway-outcome.ts'

const EXAMPLE_METHOD = { type: 'CARD', id: 'pm_sandbox_ok' } as const

const PaymentMethod = z
  .strictObject({
    type: growing(z.enum(PaymentMethodType)).meta({
      description: 'Type of the payment method.',
      example: 'CARD',
    }),
    id: z.string().meta({
      description:
        "The gateway's token of the payment method. For CASH, BANK_TRANSFER and INSURER, the recorded reference. For CREDIT, the ID of the credit balance.",
      example: EXAMPLE_METHOD.id,
    }),
  })
  .meta({ id: 'PaymentMethod', example: EXAMPLE_METHOD })

const TOKEN = /^pm_[A-Za-z0-9][A-Za-z0-9_]{0,63}$/

const ChosenPaymentMethod = z
  .strictObject({
    type: z.enum(PaymentMethodType).meta({
      description:
        'CARD and SEPA_DEBIT are captured at the gateway. CASH, BANK_TRANSFER and INSURER are only recorded, because the money has already been received. CREDIT is taken from the credit of the party that owes the order.',
      example: 'CARD',
    }),
    id: line(100).meta({
      description: `The gateway's token of the payment method, never a card number; the sandbox accepts ${Object.keys(SANDBOX_METHODS).join(', ')}. For CASH, BANK_TRANSFER and INSURER, a reference with which to find the money, such as a receipt number, a line of the bank statement or a claim. For CREDIT, the ID of the credit balance.`,
      example: EXAMPLE_METHOD.id,
    }),
  })
  .refine(({ type, id }) => type !== 'CREDIT' || idOf('creditBalance').safeParse(id).success, {
    path: ['id'],
    error: `must be an ID such as ${exampleId('creditBalance')}`,
  })
  .refine(({ type, id }) => isByHand(type) || type === 'CREDIT' || TOKEN.test(id), {
    path: ['id'],
    error: 'must be a token such as pm_sandbox_ok',
  })
  .meta({ id: 'ChosenPaymentMethod', example: EXAMPLE_METHOD })

const NextAction = z
  .strictObject({
    type: growing(z.enum(['REDIRECT'])).meta({ description: 'Action that the payer must take.' }),
    url: z.string().meta({
      description:
        'URL at which the payer authenticates. Afterwards the payer returns to `returnUrl`.',
      example: 'https://hooks.stripe.com/redirect/authenticate/src_1',
    }),
  })
  .meta({
    id: 'PaymentNextAction',
    example: { type: 'REDIRECT', url: 'https://hooks.stripe.com/redirect/authenticate/src_1' },
  })

export const Payment = resourceSchema('Payment', {
  id: idOf('payment'),
  orderId: idOf('order'),
  capturedWithId: idOf('payment').nullable().meta({
    description:
      'If the payment was captured together with those of other orders: the first of these payments, which the gateway knows. Otherwise null.',
    example: null,
  }),
  status: growing(z.enum(PaymentStatus)).meta({
    description:
      'Whether the gateway is still processing the payment, the payer must act (`nextAction`), or how the payment ended.',
  }),
  amount: z.int().meta({ description: 'Amount in minor units of the currency.', example: 9500 }),
  currency: z
    .string()
    .meta({ description: 'Currency of the amount, as an ISO 4217 code.', example: 'EUR' }),
  paymentMethod: PaymentMethod.meta({ description: 'Payment method to use.' }),
  paymentAccountId: idOf('paymentAccount').nullable().meta({
    description:
      'Account that receives the payment; null if a person recorded it, it was paid with credit, or the deployment’s sandbox received it.',
    example: null,
  }),
  nextAction: NextAction.nullable().meta({
    description: 'Action required of the payer while REQUIRES_ACTION; otherwise null.',
    example: null,
  }),
  ...gatewayOutcome({
    what: 'capture',
    failures: 'card_declined, insufficient_funds or authentication_required',
  }),
  amountRefunded: z.int().meta({
    description: 'Amount refunded, including refunds in progress, in minor units.',
    example: 0,
  }),
  amountDisputed: z.int().meta({
    description:
      'Amount in open disputes, in minor units. Refunds are blocked until the disputes close.',
    example: 0,
  }),
  amountChargedBack: z.int().meta({
    description: 'Amount lost in disputes, in minor units.',
    example: 0,
  }),
  ...recordMembers,
})
export type Payment = z.infer<typeof Payment>

export const PaymentTotal = resourceSchema('PaymentTotal', {
  ...totalMembers('payments'),
  status: Payment.shape.status,
  amount: amountTotal('Total', 9500),
  amountRefunded: amountTotal('What of it was refunded', 0),
})
export type PaymentTotal = z.infer<typeof PaymentTotal>

const Allocation = z
  .strictObject({
    orderId: idOf('order').meta({ example: exampleId('order') }),
    amount: z
      .int()
      .min(1)
      .max(MAX_ORDER_AMOUNT_MINOR)
      .meta({ description: 'Amount paid, in minor units.', example: 4500 }),
  })
  .meta({ id: 'PaymentAllocation', example: { orderId: exampleId('order'), amount: 4500 } })

const Allocations = z
  .array(Allocation)
  .min(2)
  .max(50)
  .refine((all) => new Set(all.map(({ orderId }) => orderId)).size === all.length, {
    error: 'must not repeat an order',
    params: because('duplicate'),
  })
  .refine((all) => all.reduce((sum, { amount }) => sum + amount, 0) <= MAX_ORDER_AMOUNT_MINOR, {
    error: `must not add up to more than ${MAX_ORDER_AMOUNT_MINOR}`,
    params: because('too_large'),
  })
  .meta({
    description:
      'Orders that the same payer owes in one currency, with the amount for each. Send this instead of `orderId` and `amount`. The orders are captured together as one amount, and each gets its own payment.',
    example: [
      { orderId: exampleId('order'), amount: 4500 },
      { orderId: exampleId('order').replace(/.$/, 'b'), amount: 1200 },
    ],
  })

export const CreatePayment = z
  .strictObject({
    orderId: idOf('order').exactOptional().meta({ description: 'Order that is paid.' }),
    amount: z.int().min(1).max(MAX_ORDER_AMOUNT_MINOR).exactOptional().meta({
      description:
        'Amount to pay, such as a deposit, in minor units of the order’s currency. Defaults to the whole outstanding amount that is not already being paid; with CREDIT, to at most the balance.',
      example: 4500,
    }),
    allocations: Allocations.exactOptional(),
    paymentMethod: ChosenPaymentMethod.meta({ description: 'Payment method to use.' }),
    returnUrl: z
      .url({ protocol: /^https$/, error: 'must be an https URL' })
      .max(2048)
      .exactOptional()
      .meta({
        description:
          'URL to which the payer returns after authentication. If omitted, a payment that requires authentication fails with authentication_required.',
        example: 'https://centre.example/paid',
      }),
  })
  .meta({
    id: 'CreatePayment',
    example: { orderId: exampleId('order'), paymentMethod: EXAMPLE_METHOD },
  })
export type CreatePayment = z.infer<typeof CreatePayment>

export const toPayment = (row: PaymentModel): Payment => ({
  id: row.id,
  orderId: row.orderId,
  capturedWithId: row.capturedWithId,
  status: row.status as PaymentStatus,
  amount: row.amountMinor,
  currency: row.currency,
  paymentMethod: { type: row.paymentMethodType as PaymentMethodType, id: row.paymentMethodId },
  paymentAccountId: row.accountId,
  nextAction: row.nextActionUrl === null ? null : { type: 'REDIRECT', url: row.nextActionUrl },
  ...gatewayOutcomeOf(row),
  amountRefunded: row.refundedMinor,
  amountDisputed: row.disputedMinor,
  amountChargedBack: row.chargedBackMinor,
  ...recordOf(row),
})
