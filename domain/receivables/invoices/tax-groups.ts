import type { InvoiceLine } from './invoice-line.ts'

/** Lines of one rate; of what is not taxed with the reasons. */
export interface TaxGroup {
  taxRate: number
  exemption: string | null
  netAmount: number
  taxAmount: number
}

/** What an invoice says where no line says why it is not taxed: EN 16931 asks for a reason (BR-E-10). */
const EXEMPT = 'Exempt from tax'

/** The taxes of an invoice by rate, the lowest first: sums of lines, which are rounded already. */
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
