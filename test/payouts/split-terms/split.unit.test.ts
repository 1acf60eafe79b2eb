import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  inProportion,
  ofParties,
  PARTIES,
  splitOf,
  splitOfPart,
  sumOf,
  type Party,
  type Shares,
} from '#payouts/split-terms/split.ts'
import { assertTiers, sharesAt, termsFor } from '#payouts/split-terms/rules.ts'
import type { Return } from '#payouts/settlements/load-to-settle.ts'
import { linesOf, planSettlement } from '#payouts/settlements/rules.ts'

const OF_PAYMENT = {
  paymentId: 'pay',
  termsId: 'spt',
  recognition: 'DELIVERY',
  recognizedAt: null,
} as const

const percents = (platform: number, provider: number, centre: number): Shares => ({
  platform: { percent: platform, fixed: 0, minimum: 0 },
  provider: { percent: provider, fixed: 0, minimum: 0 },
  centre: { percent: centre, fixed: 0, minimum: 0 },
})

const anyShares = fc
  .tuple(
    fc.nat(10_000),
    fc.nat(10_000),
    fc.array(fc.tuple(fc.nat(500), fc.nat(2_000)), { minLength: 3, maxLength: 3 }),
  )
  .map(([a, b, amounts]) => {
    const [first, second] = [Math.min(a, b), Math.max(a, b)]
    const points = [first, second - first, 10_000 - second]
    let at = 0
    return ofParties(() => {
      const [fixed, minimum] = amounts[at]!
      return { percent: points[at++]! / 100, fixed, minimum }
    })
  })

test.each([
  [
    'to the cent',
    10_000,
    percents(10, 70, 20),
    { platform: 1_000, provider: 7_000, centre: 2_000 },
  ],
  [
    'the largest remainder gets the cent',
    101,
    percents(10, 70, 20),
    { platform: 10, provider: 71, centre: 20 },
  ],
  [
    'fixed amounts go first',
    10_000,
    { ...percents(10, 70, 20), platform: { percent: 10, fixed: 500, minimum: 0 } },
    { platform: 1_450, provider: 6_650, centre: 1_900 },
  ],
  [
    'a minimum is paid by the centre first',
    1_000,
    { ...percents(10, 70, 20), platform: { percent: 10, fixed: 0, minimum: 250 } },
    { platform: 250, provider: 700, centre: 50 },
  ],
  [
    'a fixed amount takes what there is',
    300,
    { ...percents(10, 70, 20), platform: { percent: 10, fixed: 500, minimum: 0 } },
    { platform: 300, provider: 0, centre: 0 },
  ],
])('%s', (_, amount, shares, split) => {
  expect(splitOf(amount, shares)).toEqual(split)
})

test('a split sums to the payment and has no negative share, whatever the terms', () => {
  const run = fc.property(fc.nat(1_000_000), anyShares, (amount, shares) => {
    const split = splitOf(amount, shares)
    expect(sumOf(split)).toBe(amount)
    expect(Math.min(...PARTIES.map((party) => split[party]))).toBeGreaterThanOrEqual(0)
  })
  fc.assert(run, { numRuns: 2_000 })
})

test('payments in parts give each share of the whole, within a cent of rounding each', () => {
  const run = fc.property(
    fc.array(fc.nat(5_000), { minLength: 1, maxLength: 5 }),
    anyShares,
    (parts, shares) => {
      const held: Record<Party, number> = ofParties(() => 0)
      for (const amount of parts) {
        const split = splitOfPart(amount, shares, sumOf(held))
        expect(sumOf(split)).toBe(amount)
        expect(Math.min(...PARTIES.map((party) => split[party]))).toBeGreaterThanOrEqual(0)
        for (const party of PARTIES) held[party] += split[party]
      }
      const whole = splitOf(sumOf(held), shares)
      for (const party of PARTIES)
        expect(Math.abs(held[party] - whole[party])).toBeLessThanOrEqual(parts.length)
    },
  )
  fc.assert(run, { numRuns: 2_000 })
})

test('a refund that bounces returns exactly what was reversed for it', () => {
  const run = fc.property(
    fc.integer({ min: 2, max: 100_000 }),
    anyShares,
    fc.integer({ min: 1, max: 99 }),
    (amountMinor, shares, percent) => {
      const ofPayment = { ...OF_PAYMENT, besidesMinor: 0, amountMinor, shares }
      const refund = { refundId: 'rfd', disputeId: null, restores: null }
      const returned = { ...refund, amountMinor: Math.ceil((amountMinor * percent) / 100) }
      const [all, back] = linesOf({ ...ofPayment, held: null, returns: [returned] })
      const held = ofParties((party) => all!.split[party] + back!.split[party])
      const restores = ofParties((party) => 0 - back!.split[party])
      // The entire rest is lost afterwards: nobody then has a negative share.
      const lost = { refundId: null, disputeId: 'dsp', amountMinor, restores: null }
      const lines = linesOf({ ...ofPayment, held, returns: [{ ...returned, restores }, lost] })
      expect(lines.map(({ grossMinor }) => grossMinor)).toEqual([-back!.grossMinor, -amountMinor])
      expect(lines[0]!.split).toEqual(restores)
      expect(ofParties((party) => 0 - lines[1]!.split[party])).toEqual(
        ofParties((party) => held[party] + restores[party]),
      )
    },
  )
  fc.assert(run, { numRuns: 2_000 })
})

test('refunds and lost disputes reverse exactly what was shared, and never more per party', () => {
  const run = fc.property(
    fc.integer({ min: 1, max: 100_000 }),
    anyShares,
    fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 8 }),
    (amountMinor, shares, asked) => {
      let left = amountMinor
      const returns: Return[] = asked.flatMap((wish, index) => {
        const amount = Math.min(wish, left)
        left -= amount
        return amount > 0
          ? [{ refundId: `rfd_${index}`, disputeId: null, amountMinor: amount, restores: null }]
          : []
      })
      // A bank takes everything, including refunded amounts.
      const all = { refundId: null, disputeId: 'dsp_last', amountMinor, restores: null }
      if (left > 0) returns.push(all)
      const lines = linesOf({
        ...OF_PAYMENT,
        held: null,
        besidesMinor: 0,
        amountMinor,
        shares,
        returns,
      })
      const held: Record<string, number> = { platform: 0, provider: 0, centre: 0 }
      for (const { split, grossMinor } of lines) {
        expect(sumOf(split)).toBe(grossMinor)
        for (const party of PARTIES) {
          held[party]! += split[party]
          expect(held[party]).toBeGreaterThanOrEqual(0)
        }
      }
      expect(held).toEqual({ platform: 0, provider: 0, centre: 0 })
    },
  )
  fc.assert(run, { numRuns: 2_000 })
})

test('an unshared remainder stays with the centre', () => {
  const nothing = { platform: 0, provider: 0, centre: 0 }
  expect(inProportion(500, nothing)).toEqual({ platform: 0, provider: 0, centre: 500 })
})

test('a provider in debt is paid less, or nothing until the debt is settled', () => {
  const line = (provider: number) => ({
    ...OF_PAYMENT,
    refundId: null,
    disputeId: null,
    grossMinor: provider,
    split: { platform: 0, provider, centre: 0 },
  })
  const totalsOf = (provider: number, carriedInMinor: number) =>
    planSettlement({ lines: [line(provider)], carriedInMinor, open: [], reserves: [] }).totals
  expect(totalsOf(700, -200)).toMatchObject({ payoutMinor: 500, carriedOutMinor: 0 })
  expect(totalsOf(100, -300)).toMatchObject({ payoutMinor: 0, carriedOutMinor: -200 })
})

test('percentages that do not sum to 100 are refused', () => {
  const refused = (shares: Shares) => expect(() => assertTiers({ shares, tiers: [] }))
  refused(percents(10, 70, 19.99)).toThrow(/add up to 99.99/)
  refused(percents(33.33, 33.33, 33.34)).not.toThrow()
})

const TIERED = {
  shares: percents(20, 60, 20),
  tiers: [
    { threshold: 100_000, shares: percents(15, 65, 20) },
    { threshold: 300_000, shares: percents(10, 70, 20) },
  ],
}

test.each([
  [0, 60],
  [99_999, 60],
  [100_000, 65],
  [299_999, 65],
  [300_000, 70],
  [9_000_000, 70],
])('after %i in the month the provider has %i %%', (before, percent) => {
  expect(sharesAt(TIERED, before).provider.percent).toBe(percent)
})

test('tiers rise, and each sums to 100', () => {
  const { shares, tiers } = TIERED
  expect(() => assertTiers(TIERED)).not.toThrow()
  expect(() => assertTiers({ shares, tiers: tiers.toReversed() })).toThrow(/more than 300000/)
  const uneven = [{ threshold: 1, shares: percents(1, 2, 3) }]
  expect(() => assertTiers({ shares, tiers: uneven })).toThrow(/add up to 6/)
})

test('the most specific terms apply, and among these the latest that have started', () => {
  const terms = [
    { id: 'all', providerId: null, serviceId: null, startsOn: '2026-01-01' },
    { id: 'all-later', providerId: null, serviceId: null, startsOn: '2026-06-01' },
    { id: 'service', providerId: null, serviceId: 'svc', startsOn: '2026-02-01' },
    { id: 'provider', providerId: 'prv', serviceId: null, startsOn: '2026-03-01' },
    { id: 'both', providerId: 'prv', serviceId: 'svc', startsOn: '2026-04-01' },
  ]
  const chosen = (serviceId: string | null, paidOn: string) =>
    termsFor(terms, { serviceId, paidOn })?.id
  expect([
    chosen('svc', '2026-07-01'),
    chosen('svc', '2026-03-31'),
    chosen('svc', '2026-02-28'),
    chosen(null, '2026-07-01'),
    chosen('other', '2026-02-28'),
    chosen(null, '2025-12-31'),
  ]).toEqual(['both', 'provider', 'service', 'provider', 'all', undefined])
})
