import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standingOf } from '#clinical/goals/assess-goal.ts'
import { reachedSince } from '#clinical/goals/rules.ts'
import { erfc } from '#clinical/goals/normal-p.ts'
import { mannKendall, TREND, trendOf, type Point } from '#clinical/goals/trend.ts'

const DAY_MS = 86_400_000
const BEGIN = Date.parse('2026-06-01T09:00:00Z')
/** Values measured week by week. */
const weekly = (...values: number[]): Point[] =>
  values.map((value, week) => ({ at: new Date(BEGIN + week * 7 * DAY_MS), value }))
const UP = { baseline: 20, target: 80 }
const DOWN = { baseline: 80, target: 20 }
const verdict = (points: Point[], aim = UP) => trendOf(points, aim)?.verdict

/** All n! permutations of some values, so ties count with their multiplicity. */
const permutations = (values: readonly number[]): number[][] =>
  values.length <= 1
    ? [[...values]]
    : values.flatMap((value, index) =>
        permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
      )

const scoreOf = (values: readonly number[]): number => {
  let score = 0
  for (let i = 0; i < values.length; i += 1)
    for (let j = i + 1; j < values.length; j += 1) score += Math.sign(values[j]! - values[i]!)
  return score
}

/** A permutation of 1 … n with the given Kendall S: each swap of neighbours subtracts two from the maximum. */
const withS = (n: number, kendallS: number): number[] => {
  const values = Array.from({ length: n }, (_, index) => index + 1)
  let swaps = ((n * (n - 1)) / 2 - kendallS) / 2
  for (let end = n - 1; swaps > 0 && end > 0; end -= 1)
    for (let index = 0; index < end && swaps > 0; index += 1, swaps -= 1)
      [values[index], values[index + 1]] = [values[index + 1]!, values[index]!]
  return values
}

describe('the Mann–Kendall test', () => {
  // One-sided probabilities of Gilbert 1987, table A18 (after Kendall 1975), to three digits.
  test.each([
    [5, 10, 0.0083],
    [5, 8, 0.042],
    [6, 13, 0.0083],
    [6, 11, 0.028],
    [7, 15, 0.015],
    [8, 16, 0.031],
    [8, 18, 0.016],
    [9, 18, 0.038],
    [9, 20, 0.022],
    [10, 21, 0.036],
    [10, 23, 0.023],
  ])('of %i values with S = %i has the published probability', (n, kendallS, oneSided) => {
    const result = mannKendall(withS(n, kendallS))
    expect(result).toMatchObject({ kendallS, exact: true })
    expect(result.pValue / 2).toBeCloseTo(oneSided, 3)
    expect(mannKendall(withS(n, kendallS).toReversed()).pValue).toBe(result.pValue)
  })

  // Mahonian numbers (OEIS A008302): of n! orders, 1, n − 1 and (n − 2)(n + 1)/2 have 0, 1 and 2 inversions.
  test.each([
    [11, 55, 1],
    [11, 53, 1 + 10],
    [11, 51, 1 + 10 + 54],
    [12, 66, 1],
    [12, 64, 1 + 11],
    [12, 62, 1 + 11 + 65],
  ])('of %i values with S = %i counts the permutations', (n, kendallS, orders) => {
    const all = Array.from({ length: n }, (_, index) => index + 1).reduce((a, b) => a * b)
    expect(mannKendall(withS(n, kendallS)).pValue).toBe((2 * orders) / all)
  })

  test('gives the share of permutations that are as extreme, with or without ties', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 7 }),
        (values) => {
          const least = Math.abs(scoreOf(values))
          const orders = permutations(values)
          const extreme = orders.filter((order) => Math.abs(scoreOf(order)) >= least)
          const { pValue, exact } = mannKendall(values)
          expect(exact).toBe(true)
          expect(pValue).toBeCloseTo(extreme.length / orders.length, 12)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('gives no result for equal values', () => {
    expect(mannKendall([4, 4, 4, 4, 4])).toMatchObject({ kendallS: 0, pValue: 1 })
  })

  test('finds a trend that rounded tables miss', () => {
    // The normal approximation gives z = 25 / √162 = 1.9642 and p = 0.0495; rounded to z = 1.96 it was 0.05.
    const trend = trendOf(weekly(30, 40, 30, 55, 40, 50, 75, 70, 60, 65, 50), {
      baseline: 20,
      target: 120,
    })!
    expect(trend).toMatchObject({ verdict: 'IMPROVING', kendallS: 26, exact: true })
    expect(trend.pValue).toBeCloseTo(0.0473, 4)
    const steps = mannKendall([50, 50, 50, 60, 60, 60, 70, 70, 80, 80, 80])
    // 11! / (3! 3! 2! 3!) permutations, one rising and one falling.
    expect(steps.pValue).toBeCloseTo(2 / 92_400, 15)
  })

  test('uses the normal approximation with tie correction for more than twelve values', () => {
    const rise = mannKendall(withS(20, 190))
    // Variance 20·19·45 / 18 = 950, z = 189 / √950 = 6.132.
    expect(rise).toMatchObject({ kendallS: 190, exact: false })
    expect(rise.pValue).toBeCloseTo(8.67976276337787e-10, 18)
    const tied = mannKendall(withS(20, 190).map((value) => Math.ceil(value / 2)))
    // (20·19·45 − 10 · 2·1·9) / 18 = 940.
    expect(tied.deviation ** 2).toBeCloseTo(940, 9)
  })

  // Abramowitz and Stegun, Handbook of Mathematical Functions, tables 7.1 and 7.2, and Python's math.erfc.
  test.each([
    [0, 1.0],
    [0.1, 0.8875370839817152],
    [0.5, 0.4795001221869535],
    [1, 0.15729920705028513],
    [1.5, 0.033894853524689274],
    [2, 0.004677734981047265],
    [2.001, 0.00465710928147535],
    [2.5, 0.0004069520174449589],
    [3, 2.2090496998585438e-5],
    [4, 1.541725790028002e-8],
    [5, 1.5374597944280351e-12],
    [8, 1.1224297172982928e-29],
  ])('erfc(%f) is %f', (x, expected) => {
    expect(Math.abs(erfc(x) / expected - 1)).toBeLessThan(1e-13)
  })

  test('does not depend on the scale, only on the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 20 }),
        (it) => {
          const stretched = it.map((value) => Math.exp(value / 10) * 3 - 7)
          expect(mannKendall(stretched)).toEqual(mannKendall(it))
        },
      ),
    )
  })

  test('keeps its false positive rate on noise', () => {
    // A fixed linear congruential generator: the same noise in every run.
    let state = 12_345
    const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    const runs = 2_000
    let found = 0
    for (let run = 0; run < runs; run += 1) {
      const values = Array.from({ length: TREND.window }, random)
      if (mannKendall(values).pValue <= TREND.alpha) found += 1
    }
    expect(found / runs).toBeLessThan(TREND.alpha + 0.015)
    expect(found / runs).toBeGreaterThan(TREND.alpha / 2)
  })
})

describe('the slope', () => {
  test('of values on a line is the slope of that line, per 30 days', () => {
    const trend = trendOf(weekly(20, 27, 34, 41, 48, 55), UP)!
    expect(trend.slopePer30Days).toBeCloseTo(30, 6)
    expect(trend.interval.low).toBeCloseTo(30, 6)
    expect(trend.interval.high).toBeCloseTo(30, 6)
  })

  test('takes the time between measurements into account', () => {
    const at = (day: number, value: number) => ({ at: new Date(BEGIN + day * DAY_MS), value })
    const line = [0, 1, 2, 30, 60, 61].map((day) => at(day, 20 + day / 3))
    expect(trendOf(line, UP)!.slopePer30Days).toBeCloseTo(10, 6)
  })

  test('resists one outlier, unlike least squares', () => {
    const trend = trendOf(weekly(20, 23, 26, 29, 32, 35, 38, 0), UP)!
    expect(trend.slopePer30Days).toBeGreaterThan(10)
  })

  test('lies within its interval for all values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 15 }),
        (it) => {
          const { slopePer30Days, interval } = trendOf(weekly(...it), UP)!
          expect(interval.low).toBeLessThanOrEqual(slopePer30Days)
          expect(interval.high).toBeGreaterThanOrEqual(slopePer30Days)
        },
      ),
    )
  })
})

describe('the verdict', () => {
  test.each([
    ['NOT_ENOUGH_DATA', [20, 30, 40, 50], UP],
    ['IMPROVING', [20, 25, 30, 33, 41], UP],
    ['REGRESSING', [60, 55, 52, 47, 40, 38], UP],
    ['IMPROVING', [80, 70, 66, 60, 51], DOWN],
    ['REGRESSING', [30, 41, 44, 50, 60], DOWN],
    ['PLATEAU', [50, 50, 51, 50, 50, 51, 50, 50], UP],
    ['PLATEAU', [50, 50, 50, 50, 50], UP],
    ['INCONCLUSIVE', [20, 70, 25, 66, 30, 71], UP],
  ])('%s of %j', (expected, values, aim) => {
    expect(verdict(weekly(...values), aim)).toBe(expected)
  })

  test('uses the latest measurements only', () => {
    const rise = Array.from({ length: 20 }, (_, week) => 20 + week * 2)
    const fall = Array.from({ length: TREND.window }, (_, week) => 58 - week * 2)
    expect(verdict(weekly(...rise, ...fall))).toBe('REGRESSING')
  })

  test('does not call a few days a plateau', () => {
    const daily = weekly(50, 50, 50, 50, 50, 50).map(({ value }, day) => ({
      at: new Date(BEGIN + day * DAY_MS),
      value,
    }))
    expect(verdict(daily)).toBe('INCONCLUSIVE')
  })

  test('does not depend on the order of recording', () => {
    const values = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        values.chain((it) =>
          fc.tuple(
            fc.constant(weekly(...it)),
            fc.shuffledSubarray(weekly(...it), { minLength: it.length }),
          ),
        ),
        ([ordered, shuffled]) => {
          expect(trendOf(shuffled, UP)).toEqual(trendOf(ordered, UP))
          const goal = { ...UP, consecutive: 2 }
          expect(standingOf(goal, shuffled)).toEqual(standingOf(goal, ordered))
        },
      ),
    )
  })
})

describe('the state of a goal', () => {
  const goal = { ...UP, consecutive: 3 }
  test('is reached after the required number of measurements in a row, including the latest', () => {
    expect(reachedSince(goal, weekly(80, 85, 79, 80, 81))).toBeUndefined()
    expect(reachedSince(goal, weekly(80, 85, 79, 80, 81, 90))).toEqual(
      new Date(BEGIN + 35 * DAY_MS),
    )
    expect(reachedSince(goal, weekly(80, 81, 90, 40))).toBeUndefined()
    expect(reachedSince({ ...DOWN, consecutive: 1 }, weekly(50, 20))).toEqual(
      new Date(BEGIN + 7 * DAY_MS),
    )
  })

  test.each([
    ['in-progress', [30]],
    ['improving', [20, 25, 30, 33, 41]],
    ['worsening', [60, 55, 52, 47, 40, 38]],
    ['no-change', [50, 50, 50, 50, 50]],
    ['achieved', [60, 80, 81, 82]],
    ['sustaining', [60, 80, 81, 82, 83, 84, 82, 83]],
  ])('is otherwise FHIR’s %s: %j', (status, values) => {
    expect(standingOf(goal, weekly(...values)).achievementStatus).toBe(status)
  })
})
