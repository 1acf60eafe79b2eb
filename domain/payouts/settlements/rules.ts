import {
  inProportion,
  ofParties,
  splitOfPart,
  sumOf,
  type Shares,
  type Split,
} from '../split-terms/split.ts'
import { planReserves, type NewReserve, type OpenReserve } from '../reserves/rules.ts'
import type { Recognition } from '../split-terms/rules.ts'
import type { Return } from './load-to-settle.ts'

export const SettlementStatus = [
  'DRAFT',
  'APPROVED',
  'TRANSFERRING',
  'PAID',
  'FAILED',
  'CANCELLED',
  'PARTIALLY_REVERSED',
  'REVERSED',
] as const
export type SettlementStatus = (typeof SettlementStatus)[number]

/** States in which a provider has at most one settlement per currency. */
export const RUNNING = ['DRAFT', 'APPROVED', 'TRANSFERRING'] as const

/** What its terms say about when a payment is shared, and since when it could be. */
interface Recognized {
  recognition: Recognition
  recognizedAt: Date | null
}

/** A payment with its split terms, and with its refunds that no settlement has reversed yet. */
export interface ToSettle extends Recognized {
  paymentId: string
  termsId: string
  /** For a settled payment: the remaining share of each party. */
  held: Split | null
  /** The other shares of its order, minus reversals. */
  besidesMinor: number
  amountMinor: number
  shares: Shares
  returns: readonly Return[]
}

/** A line: the parties' shares of a payment, a negative reversal, or a restored reversal. */
export interface DraftLine extends Recognized {
  paymentId: string
  refundId: string | null
  disputeId: string | null
  termsId: string
  grossMinor: number
  split: Split
}

/** The lines of a payment: the payment itself, unless it was settled before, and then reversals and restorations. */
export const linesOf = (payment: ToSettle): DraftLine[] => {
  const { paymentId, termsId, amountMinor, shares, besidesMinor, returns } = payment
  const { recognition, recognizedAt } = payment
  let held = payment.held ?? splitOfPart(amountMinor, shares, besidesMinor)
  const lines: DraftLine[] = payment.held
    ? []
    : [
        {
          paymentId,
          refundId: null,
          disputeId: null,
          termsId,
          recognition,
          recognizedAt,
          grossMinor: amountMinor,
          split: held,
        },
      ]
  for (const { refundId, disputeId, restores, amountMinor: returnedMinor } of returns) {
    const before = held
    const split = restores ?? takenBack(returnedMinor, held)
    const grossMinor = sumOf(split)
    if (grossMinor === 0) continue
    held = ofParties((party) => before[party] + split[party])
    const of = { paymentId, refundId, disputeId, termsId, recognition, recognizedAt: null }
    lines.push({ ...of, grossMinor, split })
  }
  return lines
}

/**
 * Takes an amount back in proportion to the remaining shares. A bank can take money that was already refunded,
 * so nobody returns more than they have.
 */
const takenBack = (amount: number, held: Split): Split => {
  const back = inProportion(Math.min(amount, sumOf(held)), held)
  return ofParties((party) => 0 - back[party])
}

/** The number of lines of each kind. */
export const countsOf = (lines: readonly DraftLine[]) => {
  const reversals = lines.filter(({ grossMinor }) => grossMinor < 0).length
  const restorations = lines.filter((it) => it.grossMinor > 0 && it.refundId !== null).length
  return { payments: lines.length - reversals - restorations, reversals, restorations }
}

/** The facts from which a settlement is computed. */
interface Draft {
  lines: readonly DraftLine[]
  /** The provider's debt from the previous settlement, which is negative or 0. */
  carriedInMinor: number
  open: readonly OpenReserve[]
  reserves: readonly NewReserve[]
}

/**
 * The totals of lines, and the payout: due reserves are added, and withheld amounts are subtracted. A debt is
 * paid from future shares.
 */
export const planSettlement = ({ lines, carriedInMinor, open, reserves }: Draft) => {
  const sum = <Item>(items: readonly Item[], value: (item: Item) => number) =>
    items.reduce((total, item) => total + value(item), 0)
  const providerMinor = sum(lines, ({ split }) => split.provider)
  const plan = planReserves(providerMinor + carriedInMinor, open, reserves)
  const withheldMinor = sum(plan.withheld, ({ amountMinor }) => amountMinor)
  const releasedMinor = sum(plan.releases, ({ amountMinor }) => amountMinor)
  const due = providerMinor + carriedInMinor + releasedMinor - withheldMinor
  const totals = {
    grossMinor: sum(lines, ({ grossMinor }) => grossMinor),
    providerMinor,
    platformMinor: sum(lines, ({ split }) => split.platform),
    centreMinor: sum(lines, ({ split }) => split.centre),
    carriedInMinor,
    withheldMinor,
    releasedMinor,
    payoutMinor: Math.max(0, due),
    carriedOutMinor: Math.min(0, due),
  }
  return { totals, plan }
}
