import type { InvoiceLine } from './invoice-line.ts'

/** The lines of one rate. Lines without tax are grouped with their reasons. */
export interface TaxGroup {
  taxRate: number
  exemption: string | null
  netAmount: number
  taxAmount: number
}

/** The default reason for an exemption, because EN 16931 requires one (BR-E-10). */
const EXEMPT = 'Exempt from tax'

/** The taxes of an invoice by rate, lowest first: sums of the rounded lines. */
export const taxGroups = (lines: readonly InvoiceLine[]): TaxGroup[] => {
  const byRate = Map.groupBy(lines, ({ taxRate }) => taxRate)
  return [...byRate.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([taxRate, group]) => {
      const reasons = new Set(group.map(({ taxExemption }) => taxExemption ?? EXEMPT))
      const taxAmount = group.reduce((sum, line) => sum + line.taxAmount, 0)
      return {
        taxRate,
        exemption: taxRate > 0 ? null : [...reasons].join('; '),
        netAmount: group.reduce((sum, line) => sum + line.amount, 0) - taxAmount,
        taxAmount,
      }
    })
}
