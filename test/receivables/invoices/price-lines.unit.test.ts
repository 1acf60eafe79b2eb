import { describe, expect, test } from 'vitest'
import type { InvoiceLine } from '#receivables/invoices/invoice-line.ts'
import { priceLines } from '#receivables/invoices/price-lines.ts'

const line = (unitAmount: number, taxRate: number, quantity = 1): InvoiceLine => ({
  orderId: 'ord_1',
  description: 'Session',
  serviceCode: null,
  servedOn: null,
  quantity,
  unitAmount,
  discountAmount: 0,
  taxRate,
  taxExemption: null,
  taxAmount: 0,
  amount: 0,
})

const times = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value)

describe('an invoice taxes each rate once', () => {
  test.each([
    ['20 sessions of 85.11 at 19 %', times(20, line(8511, 19)), 32_342, -2],
    ['300 lines of 0.10 at 5 %', times(300, line(10, 5)), 150, 150],
    ['300 lines of 49.97 at 19 %', times(300, line(4997, 19)), 284_829, -129],
    ['two rates and an exemption', [line(333, 19), line(333, 7), line(333, 0)], 86, 0],
    ['nothing', [line(0, 19)], 0, 0],
  ])('%s', (_, lines, taxMinor, roundingMinor) => {
    const priced = priceLines(lines)
    expect(priced).toMatchObject({ taxMinor, roundingMinor })
    expect(priced.netMinor + taxMinor + roundingMinor).toBe(priced.amountMinor)
    // The lines sum to the totals, and each is within one minor unit of its own tax.
    const sum = (member: 'taxAmount' | 'amount') =>
      priced.lines.reduce((total, it) => total + it[member], 0)
    expect([sum('taxAmount'), sum('amount')]).toEqual([taxMinor, priced.netMinor + taxMinor])
    for (const [index, { taxAmount, unitAmount, taxRate }] of priced.lines.entries())
      expect(Math.abs(taxAmount - (unitAmount * taxRate) / 100), `${index}`).toBeLessThan(1)
  })

  test('stays within the range of the database', () => {
    expect(() => priceLines(times(30, line(100_000_000, 0)))).toThrow('several invoices')
  })
})
