import { invalid } from '#platform/core/errors/errors.ts'
import { shareOf } from '#platform/core/money/money.ts'
import type { Discount } from './line-discount.ts'

/** What a line of an order is for. */
export const LineKind = ['SERVICE', 'PACKAGE', 'GOODS', 'FEE'] as const
export type LineKind = (typeof LineKind)[number]

interface Priced {
  quantity: number
  unitAmountMinor: number
  discount: Discount | null
  /** Hundredths of a percent, which are whole. */
  taxBasisPoints: number
}

export interface LineAmounts {
  discountMinor: number
  taxMinor: number
  amountMinor: number
}

/** All of it, in hundredths of a percent. */
const WHOLE = 10_000

export const basisPoints = (percent: number): number => Math.round(percent * 100)

/**
 * What a line comes to (docs/decisions/0230): quantity × price, less the discount, plus the tax on what is
 * left. Discount and tax are rounded half up, once each; an order is the sum of its lines as they are rounded.
 * @param path Of the line in the request.
 */
export const lineAmounts = (
  { quantity, unitAmountMinor, discount, taxBasisPoints }: Priced,
  path: string,
): LineAmounts => {
  const gross = quantity * unitAmountMinor
  const discountMinor = discountOf(gross, discount)
  if (discountMinor > gross)
    throw invalid(`${path}.discount.amount`, 'too_large', `The line comes to ${gross}.`)
  const net = gross - discountMinor
  const taxMinor = shareOf(net, taxBasisPoints, WHOLE)
  return { discountMinor, taxMinor, amountMinor: net + taxMinor }
}

const discountOf = (gross: number, discount: Discount | null): number => {
  if (!discount) return 0
  if (discount.amount !== undefined) return discount.amount
  return shareOf(gross, basisPoints(discount.percent ?? 0), WHOLE)
}

/** A line that is taxed needs no reason why it is not. */
export const assertTaxed = (
  line: { taxRate: number; taxExemption: string | null },
  path: string,
): void => {
  if (line.taxRate === 0 || line.taxExemption === null) return
  throw invalid(`${path}.taxExemption`, 'not_allowed', 'The line is taxed: leave the reason out.')
}

/** A package says how many sessions it buys, and is of the child whose they are. Nothing else buys sessions. */
export const assertPackage = (
  line: { kind?: LineKind; package?: object | null; childId: string | null },
  path: string,
): void => {
  const bought = line.package ?? null
  if (line.kind !== 'PACKAGE') {
    if (bought === null) return
    throw invalid(`${path}.package`, 'not_allowed', 'Only a line of the kind PACKAGE has it.')
  }
  if (bought === null)
    throw invalid(`${path}.package`, 'required', 'Say how many sessions the package buys.')
  if (line.childId === null)
    throw invalid('childId', 'required', 'Say whose sessions the package buys.')
}
