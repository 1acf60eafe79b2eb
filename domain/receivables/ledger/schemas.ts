import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { pageQuery } from '#platform/core/lists/paging.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { LedgerAccountKind, LedgerTransactionKind } from './posting-rules.ts'

const kind = growing(z.enum(LedgerAccountKind)).meta({
  description:
    'Purpose of the account: what families and payers owe (RECEIVABLE), what the payment gateway holds (GATEWAY_CLEARING), refunds and payouts in progress (REFUND_PAYABLE), credit of clients and payers (CREDIT_PAYABLE), income from services (REVENUE) and from fees (FEE_REVENUE), taxes owed (TAX_PAYABLE), amounts written off (BAD_DEBT), amounts that banks withhold because of disputes (DISPUTED_FUNDS), losses from disputes (DISPUTE_LOSS) and their fees (DISPUTE_FEES), shares of settlements (PROVIDER_SHARE, PLATFORM_SHARE), and amounts owed to providers and the platform (PROVIDER_PAYABLE, PLATFORM_PAYABLE).',
  example: 'RECEIVABLE',
})

const currency = z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' })

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

export const LedgerAccount = resourceSchema('LedgerAccount', {
  id: idOf('ledgerAccount'),
  kind,
  currency,
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'Client to whom the account belongs; null for other accounts.',
      example: exampleId('client'),
    }),
  providerId: idOf('provider').nullable().meta({
    description: 'Provider to whom the account belongs; null for other accounts.',
    example: null,
  }),
  payerId: idOf('payer').nullable().meta({
    description:
      'Payer to whom the account belongs, if the payer is not a client; null for other accounts.',
    example: null,
  }),
  balance: amount('Debits minus credits (negative if credits are greater)', 9500),
  createdAt: z.iso.datetime().meta({ description: 'When the account was first used, in UTC.' }),
})
export type LedgerAccount = z.infer<typeof LedgerAccount>

export const LedgerEntry = resourceSchema('LedgerEntry', {
  id: idOf('ledgerEntry'),
  transactionId: idOf('ledgerTransaction'),
  transactionKind: growing(z.enum(LedgerTransactionKind)).meta({
    description: 'Kind of posting.',
    example: 'PAYMENT_CAPTURED',
  }),
  subjectType: SubjectType.meta({
    description: 'Kind of record that was posted.',
    example: 'PAYMENT',
  }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'The order, payment, refund, dispute, credit or settlement that was posted.',
    example: exampleId('payment'),
  }),
  postedOn: calendarDate().meta({
    description: 'Date of the posting, in the centre’s time zone.',
    example: '2026-11-23',
  }),
  debit: amount('Amount added to the balance', 9500),
  credit: amount('Amount subtracted from the balance', 0),
  balance: amount('Balance of the account after the posting', 9500),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

const period = {
  'postedOn[gte]': calendarDate().optional().meta({
    description: 'Returns only entries posted on or after this date.',
    example: '2026-11-01',
  }),
  'postedOn[lt]': calendarDate()
    .optional()
    .meta({ description: 'Returns only entries posted before this date.', example: '2026-12-01' }),
}

export const LedgerPeriod = z.strictObject(period)
export type LedgerPeriod = z.infer<typeof LedgerPeriod>

export const LedgerEntryQuery = z.strictObject({ ...pageQuery('postedOn'), ...period })
export type LedgerEntryQuery = z.infer<typeof LedgerEntryQuery>

export const TrialBalanceQuery = z.strictObject({
  closingOn: calendarDate().optional().meta({
    description: 'Last day included, in the centre’s time zone. Defaults to today.',
    example: '2026-11-30',
  }),
  currency: currencyCode().optional().meta({
    description: 'Returns only accounts in this currency.',
    example: 'EUR',
  }),
})
export type TrialBalanceQuery = z.infer<typeof TrialBalanceQuery>

export const TrialBalanceLine = resourceSchema('TrialBalanceLine', {
  kind,
  currency,
  debits: amount('All debits until the end of the day', 19000),
  credits: amount('All credits until the end of the day', 9500),
  balance: amount('Debits minus credits', 9500),
})
export type TrialBalanceLine = z.infer<typeof TrialBalanceLine>

export const TrialBalance = resourceSchema('TrialBalance', {
  closingOn: calendarDate().meta({
    description: 'Last day included.',
    example: '2026-11-30',
  }),
  lines: z.array(TrialBalanceLine).meta({
    description:
      'A line for each kind of account and currency; the balances of a currency add up to 0. Accounts of families share one line.',
  }),
})
export type TrialBalance = z.infer<typeof TrialBalance>
