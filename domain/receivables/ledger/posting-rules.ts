/** The centre's chart of accounts. */
export const LedgerAccountKind = [
  'RECEIVABLE',
  'GATEWAY_CLEARING',
  'REFUND_PAYABLE',
  'CREDIT_PAYABLE',
  'REVENUE',
  'FEE_REVENUE',
  'TAX_PAYABLE',
  'BAD_DEBT',
  'DISPUTED_FUNDS',
  'DISPUTE_LOSS',
  'DISPUTE_FEES',
  'PROVIDER_SHARE',
  'PLATFORM_SHARE',
  'PROVIDER_PAYABLE',
  'PLATFORM_PAYABLE',
] as const
export type LedgerAccountKind = (typeof LedgerAccountKind)[number]

/** Kinds with one account for each family and payer, and one account of the centre for orders without a debtor. */
export const OF_FAMILIES: readonly LedgerAccountKind[] = [
  'RECEIVABLE',
  'REFUND_PAYABLE',
  'CREDIT_PAYABLE',
]

/** Kinds with several accounts per currency. Each balance is the sum of the account's entries. */
export const OF_PARTIES: readonly LedgerAccountKind[] = [...OF_FAMILIES, 'PROVIDER_PAYABLE']

export const LedgerTransactionKind = [
  'ORDER_OPENED',
  'ORDER_CANCELLED',
  'ORDER_WRITTEN_OFF',
  'FEE_CHARGED',
  'FEE_WITHDRAWN',
  'PAYMENT_CAPTURED',
  'REFUND_BEGUN',
  'REFUND_PAID',
  'REFUND_RETURNED',
  'REFUND_FAILED',
  'CREDIT_PREPAID',
  'CREDIT_PAYOUT_BEGUN',
  'CREDIT_PAYOUT_PAID',
  'CREDIT_PAYOUT_FAILED',
  'DISPUTE_WITHDRAWN',
  'DISPUTE_REINSTATED',
  'DISPUTE_LOST',
  'DISPUTE_FEE_CHARGED',
  'DISPUTE_FEE_RETURNED',
  'SETTLEMENT_APPROVED',
  'SETTLEMENT_PAID',
  'SETTLEMENT_FAILED',
  'PLATFORM_PAID',
] as const
export type LedgerTransactionKind = (typeof LedgerTransactionKind)[number]

/** Steps of an order or of its money. */
export type MoneyStep =
  | 'open'
  | 'cancel'
  | 'writeOff'
  | 'capture'
  | 'beginRefund'
  | 'payRefund'
  | 'returnRefund'
  | 'failRefund'

/** The fields of an order that affect postings. */
export interface PostedOrder {
  clientId: string | null
  /** The debtor, if it is not a client. */
  payerId?: string | null
  purpose: string
  currency: string
}

/** One side of a transaction: debits are positive, and credits negative. */
interface PostingLine {
  account: LedgerAccountKind
  /** The owner of the account. Without either, it is the centre's own account. */
  clientId?: string | null
  payerId?: string | null
  providerId?: string
  amountMinor: number
}

/** Lines that sum to 0. */
export interface Posting {
  kind: LedgerTransactionKind
  lines: readonly PostingLine[]
}

interface Rule {
  kind: (isFee: boolean) => LedgerTransactionKind
  debit: LedgerAccountKind
  credit: LedgerAccountKind
}

const always = (kind: LedgerTransactionKind) => () => kind

/** Where money moves from or to: the gateway, or credit. */
export type MoneyAt = 'GATEWAY_CLEARING' | 'CREDIT_PAYABLE'

/** REVENUE stands for the income account of the order's purpose. */
const RULES: Readonly<Record<MoneyStep, Rule>> = {
  open: {
    kind: (isFee) => (isFee ? 'FEE_CHARGED' : 'ORDER_OPENED'),
    debit: 'RECEIVABLE',
    credit: 'REVENUE',
  },
  cancel: {
    kind: (isFee) => (isFee ? 'FEE_WITHDRAWN' : 'ORDER_CANCELLED'),
    debit: 'REVENUE',
    credit: 'RECEIVABLE',
  },
  writeOff: { kind: always('ORDER_WRITTEN_OFF'), debit: 'BAD_DEBT', credit: 'RECEIVABLE' },
  capture: { kind: always('PAYMENT_CAPTURED'), debit: 'GATEWAY_CLEARING', credit: 'RECEIVABLE' },
  beginRefund: { kind: always('REFUND_BEGUN'), debit: 'REVENUE', credit: 'REFUND_PAYABLE' },
  payRefund: { kind: always('REFUND_PAID'), debit: 'REFUND_PAYABLE', credit: 'GATEWAY_CLEARING' },
  returnRefund: {
    kind: always('REFUND_RETURNED'),
    debit: 'GATEWAY_CLEARING',
    credit: 'REFUND_PAYABLE',
  },
  failRefund: { kind: always('REFUND_FAILED'), debit: 'REFUND_PAYABLE', credit: 'REVENUE' },
}

/**
 * The posting of a step; undefined for an order of 0.
 * @param taxMinor the tax in the amount, which is a liability and not income.
 * @param moneyAt the source or destination of the money, if it is not the gateway.
 */
export const postingOf = (
  step: MoneyStep,
  { clientId, payerId = null, purpose }: PostedOrder,
  amountMinor: number,
  taxMinor = 0,
  moneyAt: MoneyAt = 'GATEWAY_CLEARING',
): Posting | undefined => {
  if (amountMinor === 0) return undefined
  const isFee = purpose !== 'SERVICE'
  const { kind, debit, credit } = RULES[step]
  const debtor = clientId === null ? { payerId } : { clientId }
  const side = (named: LedgerAccountKind, sign: 1 | -1): PostingLine[] => {
    const account = named === 'GATEWAY_CLEARING' ? moneyAt : named
    if (account !== 'REVENUE')
      return [
        {
          account,
          ...(OF_FAMILIES.includes(account) && debtor),
          amountMinor: sign * amountMinor,
        },
      ]
    const income = isFee ? 'FEE_REVENUE' : 'REVENUE'
    return [
      { account: income, amountMinor: sign * (amountMinor - taxMinor) } as const,
      { account: 'TAX_PAYABLE', amountMinor: sign * taxMinor } as const,
    ].filter((line) => line.amountMinor !== 0)
  }
  return { kind: kind(isFee), lines: [...side(debit, 1), ...side(credit, -1)] }
}

export type CreditStep = 'prepay' | 'beginPayout' | 'payOut' | 'failPayout'

const CREDIT_RULES: Readonly<
  Record<
    CreditStep,
    { kind: LedgerTransactionKind; debit: LedgerAccountKind; credit: LedgerAccountKind }
  >
> = {
  prepay: { kind: 'CREDIT_PREPAID', debit: 'GATEWAY_CLEARING', credit: 'CREDIT_PAYABLE' },
  beginPayout: { kind: 'CREDIT_PAYOUT_BEGUN', debit: 'CREDIT_PAYABLE', credit: 'REFUND_PAYABLE' },
  payOut: { kind: 'CREDIT_PAYOUT_PAID', debit: 'REFUND_PAYABLE', credit: 'GATEWAY_CLEARING' },
  failPayout: { kind: 'CREDIT_PAYOUT_FAILED', debit: 'REFUND_PAYABLE', credit: 'CREDIT_PAYABLE' },
}

/** The posting of credit that is paid in or out. */
export const creditPosting = (
  step: CreditStep,
  party: { clientId: string | null; payerId: string | null },
  amountMinor: number,
): Posting => {
  const { kind, debit, credit } = CREDIT_RULES[step]
  const { clientId, payerId } = party
  const side = (account: LedgerAccountKind, amount: number) => ({
    account,
    ...(OF_FAMILIES.includes(account) && { clientId, payerId }),
    amountMinor: amount,
  })
  return { kind, lines: [side(debit, amountMinor), side(credit, -amountMinor)] }
}

interface DisputeRule {
  kind: LedgerTransactionKind
  debit: LedgerAccountKind
  credit: LedgerAccountKind
}

const DISPUTE_RULES = {
  withdraw: { kind: 'DISPUTE_WITHDRAWN', debit: 'DISPUTED_FUNDS', credit: 'GATEWAY_CLEARING' },
  reinstate: { kind: 'DISPUTE_REINSTATED', debit: 'GATEWAY_CLEARING', credit: 'DISPUTED_FUNDS' },
  lose: { kind: 'DISPUTE_LOST', debit: 'DISPUTE_LOSS', credit: 'DISPUTED_FUNDS' },
  chargeFee: { kind: 'DISPUTE_FEE_CHARGED', debit: 'DISPUTE_FEES', credit: 'GATEWAY_CLEARING' },
  returnFee: { kind: 'DISPUTE_FEE_RETURNED', debit: 'GATEWAY_CLEARING', credit: 'DISPUTE_FEES' },
} as const satisfies Record<string, DisputeRule>

/**
 * The posting of a dispute: withdrawal, return, loss, or the gateway's fee.
 * @param taxMinor the tax in a loss, which is no longer owed, as after a refund.
 */
export const disputePosting = (
  step: keyof typeof DISPUTE_RULES,
  amountMinor: number,
  taxMinor: number,
): Posting => {
  const { kind, debit, credit } = DISPUTE_RULES[step]
  const lines: PostingLine[] = [
    { account: debit, amountMinor: amountMinor - taxMinor },
    { account: 'TAX_PAYABLE', amountMinor: taxMinor },
    { account: credit, amountMinor: -amountMinor },
  ]
  return { kind, lines: lines.filter((line) => line.amountMinor !== 0) }
}

export type SettlementStep = 'approve' | 'pay' | 'fail'

/** The fields of a settlement that affect postings. Shares are negative if more is reversed than settled. */
export interface PostedSettlement {
  providerId: string
  providerMinor: number
  platformMinor: number
  payoutMinor: number
}

/**
 * The posting of a settlement: shares are owed after its approval and no longer owed after a failure; a payout
 * pays them.
 */
export const settlementPosting = (
  step: SettlementStep,
  { providerId, providerMinor, platformMinor, payoutMinor }: PostedSettlement,
): Posting | undefined => {
  const pair = (debit: LedgerAccountKind, credit: LedgerAccountKind, amountMinor: number) => [
    { account: debit, amountMinor, ...(debit === 'PROVIDER_PAYABLE' && { providerId }) },
    {
      account: credit,
      amountMinor: -amountMinor,
      ...(credit === 'PROVIDER_PAYABLE' && { providerId }),
    },
  ]
  const sign = step === 'fail' ? -1 : 1
  const lines =
    step === 'pay'
      ? pair('PROVIDER_PAYABLE', 'GATEWAY_CLEARING', payoutMinor)
      : [
          ...pair('PROVIDER_SHARE', 'PROVIDER_PAYABLE', sign * providerMinor),
          ...pair('PLATFORM_SHARE', 'PLATFORM_PAYABLE', sign * platformMinor),
        ]
  const moved = lines.filter(({ amountMinor }) => amountMinor !== 0)
  return moved.length === 0 ? undefined : { kind: KIND_OF_STEP[step], lines: moved }
}

const KIND_OF_STEP = {
  approve: 'SETTLEMENT_APPROVED',
  pay: 'SETTLEMENT_PAID',
  fail: 'SETTLEMENT_FAILED',
} as const satisfies Record<SettlementStep, LedgerTransactionKind>

/** The posting of a payout of the platform's share. */
export const platformPosting = (amountMinor: number): Posting => ({
  kind: 'PLATFORM_PAID',
  lines: [
    { account: 'PLATFORM_PAYABLE', amountMinor },
    { account: 'GATEWAY_CLEARING', amountMinor: -amountMinor },
  ],
})
