import { invalid } from '#platform/core/errors/errors.ts'
import { shareOf } from '#platform/core/money/money.ts'
import { basisPoints } from '../orders/line-amounts.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '../orders/max-order-amount-minor.ts'
import type { InvoiceLine } from './invoice-line.ts'

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000

interface PricedLines {
  lines: InvoiceLine[]
  netMinor: number
  taxMinor: number
  /** The total of the orders minus net amount and tax. */
  roundingMinor: number
  /** The total of the orders. */
  amountMinor: number
}

/**
 * The lines and sums of an invoice (docs/decisions/0230). Orders round tax per line. An invoice instead taxes
 * the net amount of each rate and rounds once (BR-CO-17 of EN 16931); the tax is then distributed to the lines
 * by largest remainder. The payer owes the total of the orders, and the rounding amount (BT-114) is the
 * difference between that total and the invoice's.
 */
export const priceLines = (lines: readonly InvoiceLine[]): PricedLines => {
  const taxes = Array.from(lines, () => 0)
  for (const group of Map.groupBy(lines.keys(), (index) => lines[index]!.taxRate).values())
    for (const [index, tax] of distributeTax(lines, group)) taxes[index] = tax
  const priced = lines.map((line, index) => {
    const taxAmount = taxes[index]!
    return { ...line, taxAmount, amount: netOf(line) + taxAmount }
  })
  const netMinor = sum(lines.map(netOf))
  const taxMinor = sum(taxes)
  const amountMinor = netMinor + sum(lines.map(orderTax))
  if (Math.max(amountMinor, netMinor + taxMinor) > MAX_ORDER_AMOUNT_MINOR)
    throw invalid(
      'orderIds',
      'too_large',
      `The orders add up to more than ${MAX_ORDER_AMOUNT_MINOR}. Divide them among several invoices.`,
    )
  return {
    lines: priced,
    netMinor,
    taxMinor,
    roundingMinor: amountMinor - netMinor - taxMinor,
    amountMinor,
  }
}

/** The tax as the standard computes it: net amount × rate, rounded half up to the minor unit. */
export const taxOf = (netAmount: number, taxRate: number): number =>
  shareOf(netAmount, basisPoints(taxRate), WHOLE)

/** The tax of each line of one rate, keyed by index. */
const distributeTax = (
  lines: readonly InvoiceLine[],
  group: readonly number[],
): [index: number, tax: number][] => {
  const basis = BigInt(basisPoints(lines[group[0]!]!.taxRate))
  const shares = group.map((index) => {
    const exact = BigInt(netOf(lines[index]!)) * basis
    return { index, tax: Number(exact / BigInt(WHOLE)), remainder: exact % BigInt(WHOLE) }
  })
  const net = sum(group.map((index) => netOf(lines[index]!)))
  const left = taxOf(net, lines[group[0]!]!.taxRate) - sum(shares.map(({ tax }) => tax))
  const first = new Set(shares.toSorted((a, b) => Number(b.remainder - a.remainder)).slice(0, left))
  return shares.map((share) => [share.index, share.tax + Number(first.has(share))])
}

const netOf = ({ quantity, unitAmount, discountAmount }: InvoiceLine): number =>
  quantity * unitAmount - discountAmount

/** The tax of a line in its order, which is rounded per line. */
const orderTax = (line: InvoiceLine): number => taxOf(netOf(line), line.taxRate)

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
