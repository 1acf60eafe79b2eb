import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planReserves, reservedOf } from '#payouts/reserves/rules.ts'

const open = (id: string, leftMinor: number, isDue: boolean) => ({ id, leftMinor, isDue })
const asked = (amountMinor: number, days = 90) => ({ amountMinor, days, reason: null })

test.each([
  ['what is asked is kept back', 1_000, [], [asked(50)], [], [50]],
  ['no more than there is', 30, [], [asked(50), asked(50, 30)], [], [30]],
  ['what is due is released', 1_000, [open('a', 70, true)], [], [70], []],
  ['what is not due is held', 1_000, [open('a', 70, false)], [], [], []],
  ['what is owed is taken from what is held', -60, [open('a', 70, false)], [asked(50)], [60], []],
  [
    'what is due first',
    -100,
    [open('a', 70, true), open('b', 20, false), open('c', 90, false)],
    [],
    [70, 20, 10],
    [],
  ],
  ['nothing is kept back of nothing', 0, [], [asked(50)], [], []],
])('%s', (_, due, reserves, wanted, released, kept) => {
  const { withheld, releases } = planReserves(due, reserves, wanted)
  expect(releases.map(({ amountMinor }) => amountMinor)).toEqual(released)
  expect(withheld.map(({ amountMinor }) => amountMinor)).toEqual(kept)
})

test('a reserve never puts a provider in debt, and no provider is in debt while a reserve is held', () => {
  const anyOpen = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.boolean()), {
    maxLength: 6,
  })
  const run = fc.property(
    fc.integer({ min: -2_000, max: 2_000 }),
    anyOpen,
    fc.array(fc.integer({ min: 1, max: 800 }), { maxLength: 3 }),
    (due, held, wanted) => {
      const reserves = held.map(([left, isDue], index) => open(String(index), left, isDue))
      const { withheld, releases } = planReserves(
        due,
        reserves.toSorted((a, b) => Number(b.isDue) - Number(a.isDue)),
        wanted.map((amount) => asked(amount)),
      )
      const sum = (items: readonly { amountMinor: number }[]) =>
        items.reduce((total, { amountMinor }) => total + amountMinor, 0)
      const after = due + sum(releases) - sum(withheld)
      const left = held.reduce((total, [amount]) => total + amount, 0) - sum(releases)
      expect(left).toBeGreaterThanOrEqual(0)
      if (withheld.length > 0) expect(after).toBeGreaterThanOrEqual(0)
      if (after < 0) expect(left).toBe(0)
    },
  )
  fc.assert(run, { numRuns: 2_000 })
})

test('a percentage is rounded down exactly', () => {
  expect(reservedOf(6_999, 5)).toBe(349)
  expect(reservedOf(2_147_483_647, 0.01)).toBe(214_748)
})
