import { z } from 'zod'
import type { CreditPayout as PayoutModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SANDBOX_PAYOUT_ACCOUNTS } from '#providers/payments/sandbox.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { CreditPayoutMethod, CreditPayoutStatus } from './rules.ts'
import { gatewayOutcome, gatewayOutcomeOf } from '../payments/gateway-outcome.ts'

const reason = line(500).meta({
  description: 'Reason for the payout. Only the centre sees it, not the gateway or the family.',
  example: 'The family moves away.',
})

const TOKEN = /^acct_[A-Za-z0-9][A-Za-z0-9_]{0,63}$/

export const CreditPayout = resourceSchema('CreditPayout', {
  id: idOf('creditPayout'),
  creditBalanceId: idOf('creditBalance'),
  status: growing(z.enum(CreditPayoutStatus)).meta({
    description: 'Whether the gateway is still processing it, or how it ended.',
  }),
  amount: z
    .int()
    .meta({ description: 'Amount of the payout, in minor units of the currency.', example: 9500 }),
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  method: growing(z.enum(CreditPayoutMethod)).meta({ description: 'Method of the payout.' }),
  destination: z.string().meta({
    description:
      'The gateway’s token of the account or, for other methods, the reference with which the payout was recorded.',
    example: 'acct_sandbox_ok',
  }),
  reason: reason
    .nullable()
    .meta({ description: 'Reason; null if none was given or the person’s data was erased.' }),
  ...gatewayOutcome({ what: 'payout', failures: 'payout_declined' }),
  ...recordMembers,
})
export type CreditPayout = z.infer<typeof CreditPayout>

export const CreateCreditPayout = z
  .strictObject({
    amount: z.int().min(1).max(MAX_ORDER_AMOUNT_MINOR).exactOptional().meta({
      description:
        'Amount in minor units of the balance’s currency. Defaults to the whole balance.',
      example: 4500,
    }),
    method: z.enum(CreditPayoutMethod).meta({
      description:
        'PAYOUT_ACCOUNT is paid out by the gateway. BANK_TRANSFER and CASH are only recorded: the money was already paid.',
      example: 'PAYOUT_ACCOUNT',
    }),
    destination: line(100).meta({
      description: `For PAYOUT_ACCOUNT, the gateway’s token, never an account number; the sandbox accepts ${Object.keys(SANDBOX_PAYOUT_ACCOUNTS).join(', ')}. For other methods, a reference to find the payout, such as a line of the bank statement.`,
      example: 'acct_sandbox_ok',
    }),
    reason,
  })
  .refine(({ method, destination }) => method !== 'PAYOUT_ACCOUNT' || TOKEN.test(destination), {
    path: ['destination'],
    error: 'must be a token such as acct_sandbox_ok',
  })
  .meta({
    id: 'CreateCreditPayout',
    example: {
      method: 'PAYOUT_ACCOUNT',
      destination: 'acct_sandbox_ok',
      reason: 'The family moves away.',
    },
  })
export type CreateCreditPayout = z.infer<typeof CreateCreditPayout>

/** A payout that was started, and the balance that remains. */
export const BegunCreditPayout = outcomeSchema('BegunCreditPayout', CreditPayout, {
  id: CreditPayout.shape.id
    .nullable()
    .meta({ description: 'ID of the record; null for a dry run.' }),
  balance: z.int().meta({
    description: 'Credit left after the payout, in minor units.',
    example: 0,
  }),
})
export type BegunCreditPayout = z.infer<typeof BegunCreditPayout>

export const toCreditPayout = (row: PayoutModel): CreditPayout => ({
  id: row.id,
  creditBalanceId: row.balanceId,
  status: row.status as CreditPayoutStatus,
  amount: row.amountMinor,
  currency: row.currency,
  method: row.method as CreditPayoutMethod,
  destination: row.destination,
  reason: row.reason,
  ...gatewayOutcomeOf(row),
  ...recordOf(row),
})
