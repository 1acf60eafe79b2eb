import { z } from 'zod'
import { amountTotal, totalMembers } from '#platform/core/lists/totals-on-request.ts'
import type {
  CreditBalance as BalanceModel,
  CreditMovement as MovementModel,
} from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { CreditMovementKind, PrepaymentMethod } from './rules.ts'

const of = (record: 'refund' | 'payment' | 'creditPayout', description: string) =>
  idOf(record).nullable().meta({ description, example: null })

export const CreditBalance = resourceSchema('CreditBalance', {
  id: idOf('creditBalance'),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'Client who owns the credit; null if an organization does.',
      example: exampleId('client'),
    }),
  payerId: idOf('payer').nullable().meta({
    description: 'Organization that owns the credit; null if a client does.',
    example: null,
  }),
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  balance: z
    .int()
    .meta({ description: 'Credit left, in minor units of the currency.', example: 9500 }),
  ...recordMembers,
})
export type CreditBalance = z.infer<typeof CreditBalance>

export const CreditTotal = resourceSchema('CreditTotal', {
  ...totalMembers('balances'),
  balance: amountTotal('Total', 9500),
})
export type CreditTotal = z.infer<typeof CreditTotal>

export const CreditMovement = resourceSchema('CreditMovement', {
  id: idOf('creditMovement'),
  kind: growing(z.enum(CreditMovementKind)).meta({
    description:
      'Whether credit was granted by a refund, prepaid, used by a payment, paid out, or returned because a payout failed.',
    example: 'USED',
  }),
  amount: z.int().meta({
    description: 'Amount added, in minor units of the currency; negative if it was subtracted.',
    example: -4500,
  }),
  refundId: of('refund', 'Refund that granted the credit; null for other movements.'),
  paymentId: idOf('payment')
    .nullable()
    .meta({
      description: 'Payment that used the credit; null for other movements.',
      example: exampleId('payment'),
    }),
  payoutId: of(
    'creditPayout',
    'Payout that took the credit or returned it; null for other movements.',
  ),
  method: growing(z.enum(PrepaymentMethod)).nullable().meta({
    description: 'Payment method of a prepayment; null for other movements.',
    example: null,
  }),
  reference: z.string().nullable().meta({
    description: 'Reference of a prepayment; null for other movements.',
    example: null,
  }),
  createdAt: z.iso.datetime().meta({ description: 'When the movement was recorded, in UTC.' }),
})
export type CreditMovement = z.infer<typeof CreditMovement>

export const PrepayCredit = z
  .strictObject({
    clientId: idOf('client')
      .exactOptional()
      .meta({ description: 'Client who pays.', example: exampleId('client') }),
    payerId: idOf('payer').exactOptional().meta({
      description: 'Payer who pays, instead of `clientId`.',
    }),
    amount: z.int().min(1).max(MAX_ORDER_AMOUNT_MINOR).meta({
      description: 'Amount received, in minor units of the currency.',
      example: 9500,
    }),
    currency: currencyCode().exactOptional().meta({
      description: 'Currency of the credit. Defaults to the centre’s currency.',
      example: 'EUR',
    }),
    method: z.enum(PrepaymentMethod).meta({
      description: 'How the money was received.',
      example: 'BANK_TRANSFER',
    }),
    reference: line(100).meta({
      description: 'Reference with which to find the money, such as a line of the bank statement.',
      example: 'Statement 2026-11, line 14',
    }),
  })
  .meta({
    id: 'PrepayCredit',
    example: {
      clientId: exampleId('client'),
      amount: 9500,
      method: 'BANK_TRANSFER',
      reference: 'Statement 2026-11, line 14',
    },
  })
export type PrepayCredit = z.infer<typeof PrepayCredit>

export const PrepaidCredit = outcomeSchema('PrepaidCredit', CreditBalance, {
  id: CreditBalance.shape.id.nullable().meta({
    description: 'ID of the balance; null for a dry run that would create the balance.',
  }),
})
export type PrepaidCredit = z.infer<typeof PrepaidCredit>

export const toCreditBalance = (row: BalanceModel): CreditBalance => ({
  id: row.id,
  clientId: row.clientId,
  payerId: row.payerId,
  currency: row.currency,
  balance: row.balanceMinor,
  ...recordOf(row),
})

export const toCreditMovement = (row: MovementModel): CreditMovement => ({
  id: row.id,
  kind: row.kind as CreditMovementKind,
  amount: row.amountMinor,
  refundId: row.refundId,
  paymentId: row.paymentId,
  payoutId: row.payoutId,
  method: row.method as PrepaymentMethod | null,
  reference: row.reference,
  createdAt: utc(row.createdAt),
})
