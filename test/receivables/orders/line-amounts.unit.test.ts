import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPoints, lineAmounts } from '#receivables/orders/line-amounts.ts'
import { orderAmounts } from '#receivables/orders/rules.ts'

const amountsOf = (
  quantity: number,
  unitAmountMinor: number,
  discount: { percent?: number; amount?: number } | null,
  taxRate: number,
) =>
  lineAmounts({ quantity, unitAmountMinor, discount, taxBasisPoints: basisPoints(taxRate) }, 'line')

test.each([
  // quantity, price, discount, tax rate → discount, tax, amount
  [2, 4500, null, 0, 0, 0, 9000],
  [1, 10_000, null, 19, 0, 1900, 11_900],
  [1, 10_000, { percent: 10 }, 19, 1000, 1710, 10_710],
  [3, 333, { percent: 12.5 }, 7.7, 125, 67, 941],
  [1, 1000, { amount: 1000 }, 19, 1000, 0, 0],
  // Half a cent is rounded up in both.
  [1, 5, { percent: 10 }, 0, 1, 0, 4],
  [1, 50, null, 1, 0, 1, 51],
  [1, 0, { percent: 50 }, 20, 0, 0, 0],
] as const)('%i × %i less %j with %d %%', (quantity, price, discount, rate, off, tax, amount) => {
  expect(amountsOf(quantity, price, discount, rate)).toEqual({
    discountMinor: off,
    taxMinor: tax,
    amountMinor: amount,
  })
})

test('a discount never exceeds the line', () => {
  expect(() => amountsOf(1, 1000, { amount: 1001 }, 0)).toThrow(
    expect.objectContaining({
      issues: [expect.objectContaining({ path: 'line.discount.amount', code: 'too_large' })],
    }),
  )
})

test('an order is the sum of its lines, and no line is negative or loses a cent', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 100 }),
    price: fc.nat({ max: 100_000 }),
    percent: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
    rate: fc.nat({ max: 10_000 }).map((hundredths) => hundredths / 100),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const amounts = lines.map((it) =>
        amountsOf(it.quantity, it.price, { percent: it.percent }, it.rate),
      )
      for (const [index, { quantity, price, rate }] of lines.entries()) {
        const { discountMinor, taxMinor, amountMinor } = amounts[index]!
        const net = quantity * price - discountMinor
        expect(amountMinor).toBe(net + taxMinor)
        expect(discountMinor).toBeGreaterThanOrEqual(0)
        expect(net).toBeGreaterThanOrEqual(0)
        expect(Math.abs(taxMinor - (net * rate) / 100)).toBeLessThanOrEqual(0.5 + 1e-6)
      }
      const total = orderAmounts(amounts)
      expect(total.amountMinor).toBe(amounts.reduce((sum, it) => sum + it.amountMinor, 0))
    }),
  )
})
