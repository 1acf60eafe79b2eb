import { invalid } from '#platform/core/errors/errors.ts'
import { shareOf } from '#platform/core/money/money.ts'
import type { Discount } from './line-discount.ts'

/** Kinds of order lines. */
export const LineKind = ['SERVICE', 'PACKAGE', 'GOODS', 'FEE'] as const
export type LineKind = (typeof LineKind)[number]

interface Priced {
  quantity: number
  unitAmountMinor: number
  discount: Discount | null
  /** The tax rate in hundredths of a percent, an integer. */
  taxBasisPoints: number
}

export interface LineAmounts {
  discountMinor: number
  taxMinor: number
  amountMinor: number
}

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000

export const basisPoints = (percent: number): number => Math.round(percent * 100)

/**
 * The amounts of a line (docs/decisions/0230): quantity × price, minus the discount, plus tax. The discount and
 * the tax are each rounded half up once, and an order is the sum of its rounded lines.
 * @param path the path of the line in the request.
 */
export const lineAmounts = (
  { quantity, unitAmountMinor, discount, taxBasisPoints }: Priced,
  path: string,
): LineAmounts => {
  const gross = quantity * unitAmountMinor
  const discountMinor = discountOf(gross, discount)
  if (discountMinor > gross)
    throw invalid(
      `${path}.discount.amount`,
      'too_large',
      `The amount of the line, ${gross}, is out of range.`,
    )
  const net = gross - discountMinor
  const taxMinor = shareOf(net, taxBasisPoints, WHOLE)
  return { discountMinor, taxMinor, amountMinor: net + taxMinor }
}

const discountOf = (gross: number, discount: Discount | null): number => {
  if (!discount) return 0
  if (discount.amount !== undefined) return discount.amount
  return shareOf(gross, basisPoints(discount.percent ?? 0), WHOLE)
}

/** Checks that a taxed line has no reason for an exemption. */
export const assertTaxed = (
  line: { taxRate: number; taxExemption: string | null },
  path: string,
): void => {
  if (line.taxRate === 0 || line.taxExemption === null) return
  throw invalid(`${path}.taxExemption`, 'not_allowed', 'The line is taxed. Omit taxExemption.')
}

/** Checks that only a package line buys sessions, and that it has their number and a child. */
export const assertPackage = (
  line: { kind?: LineKind; package?: object | null; childId: string | null },
  path: string,
): void => {
  const bought = line.package ?? null
  if (line.kind !== 'PACKAGE') {
    if (bought === null) return
    throw invalid(
      `${path}.package`,
      'not_allowed',
      'package is allowed only for lines of kind PACKAGE. Omit it.',
    )
  }
  if (bought === null)
    throw invalid(`${path}.package`, 'required', 'Send the number of sessions in the package.')
  if (line.childId === null)
    throw invalid(
      'childId',
      'required',
      'Send childId: a package needs the child who can use its sessions.',
    )
}
