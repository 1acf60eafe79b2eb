import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, decimalText, moneyText, shareOf } from '#platform/core/money/money.ts'

test.each([
  ['EUR', 9500, '95.00'],
  ['EUR', 5, '0.05'],
  ['EUR', -5, '-0.05'],
  ['EUR', 0, '0.00'],
  ['JPY', 9500, '9500'],
  ['JPY', 0, '0'],
  ['KWD', 9500, '9.500'],
  ['KWD', 7, '0.007'],
  // Intl omits both because no such coins exist. Banks use them.
  ['IQD', 1234, '1.234'],
  ['HUF', 1234, '12.34'],
])('%s %i is %s', (currency, amount, text) => {
  expect(decimalText(amount, currency)).toBe(text)
  expect(moneyText(amount, currency)).toBe(`${text} ${currency}`)
})

test('keeps every digit in every currency', () => {
  const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
  fc.assert(
    fc.property(currency, fc.integer(), (code, amount) => {
      const text = decimalText(amount, code)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Math.round(Number(text) * 10 ** decimalsOf(code))).toBe(amount)
    }),
  )
})

test.each([
  [1005, 10_00, 10_000, 101],
  [1004, 10_00, 10_000, 100],
  [2_147_483_647, 9999, 10_000, 2_147_268_899],
  [0, 1, 3, 0],
])('%i × %i ÷ %i is %i, rounded half up', (amount, part, whole, share) => {
  expect(shareOf(amount, part, whole)).toBe(share)
})
