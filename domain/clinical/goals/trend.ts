/**
 * Whether a child moves towards a goal, from few, irregular and noisy measurements.
 * The direction is tested with the Mann–Kendall test (Mann 1945, Econometrica 13; Kendall 1975, Rank
 * Correlation Methods), the pace is the Theil–Sen slope with Sen's confidence interval (Sen 1968, JASA 63;
 * interval as in Gilbert 1987, Statistical Methods for Environmental Pollution Monitoring, 16.5). Neither
 * assumes a distribution or regular intervals, and one bad day does not change the result
 * (docs/decisions/0026).
 */
import { median, probit, quantileSorted } from 'simple-statistics'
import { DAY_MS } from '#platform/core/time/time.ts'
import { exactP } from './exact-p.ts'
import { normalP } from './normal-p.ts'

export interface Point {
  at: Date
  value: number
}

export const TREND = {
  /** The number of latest measurements that are considered: about a quarter of a year of weekly sessions. */
  window: 12,
  /** With fewer measurements, no order of values is significant at `alpha`. */
  fewest: 5,
  /** Two-sided. */
  alpha: 0.05,
  /** The confidence level of the interval around the slope. */
  confidence: 0.9,
  /** The minimum time for a plateau. */
  plateauDays: 28,
  /**
   * For a plateau, the slope must be significantly smaller, in both directions, than this share of the distance
   * from baseline to target in 30 days (two one-sided tests, Schuirmann 1987). An uncertain change is not a
   * plateau.
   */
  plateauSharePer30Days: 0.05,
} as const

export const Verdict = [
  'NOT_ENOUGH_DATA',
  'IMPROVING',
  'REGRESSING',
  'PLATEAU',
  'INCONCLUSIVE',
] as const
export type Verdict = (typeof Verdict)[number]

export interface Trend {
  verdict: Verdict
  measurements: number
  from: Date
  to: Date
  /** Kendall's S: rising pairs minus falling pairs. */
  kendallS: number
  pValue: number
  /** Whether `pValue` comes from the exact distribution of S or from its normal approximation. */
  exact: boolean
  /** The slope in the goal's unit per 30 days. */
  slopePer30Days: number
  interval: { low: number; high: number }
}

/** A trend uses at most this many values; only direct calls of `mannKendall` can have more. */
const EXACT_UP_TO = TREND.window

/** The trend of the latest measurements by date. The order in which they were recorded does not matter. */
export const trendOf = (
  points: readonly Point[],
  { baseline, target }: { baseline: number; target: number },
): Trend | undefined => {
  const window = points.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-TREND.window)
  const [first, last] = [window[0], window.at(-1)]
  if (!first || !last) return undefined
  const test = mannKendall(window.map(({ value }) => value))
  const slope = theilSen(window, test.deviation)
  const facts = { measurements: window.length, from: first.at, to: last.at, ...test, ...slope }
  const { deviation: _, ...trend } = facts
  return { verdict: verdictOf(facts, { baseline, target }), ...trend }
}

const verdictOf = (
  facts: Omit<Trend, 'verdict'>,
  { baseline, target }: { baseline: number; target: number },
): Verdict => {
  const { measurements, pValue, slopePer30Days, interval, from, to } = facts
  if (measurements < TREND.fewest) return 'NOT_ENOUGH_DATA'
  const towards = Math.sign(target - baseline)
  if (pValue <= TREND.alpha && slopePer30Days * towards > 0) return 'IMPROVING'
  if (pValue <= TREND.alpha && slopePer30Days * towards < 0) return 'REGRESSING'
  const days = (to.getTime() - from.getTime()) / DAY_MS
  const fastest = Math.max(Math.abs(interval.low), Math.abs(interval.high))
  const noticeable = TREND.plateauSharePer30Days * Math.abs(target - baseline)
  return days >= TREND.plateauDays && fastest < noticeable ? 'PLATEAU' : 'INCONCLUSIVE'
}

/**
 * Tests for a monotonic trend. For up to twelve values it uses the exact distribution of S, including ties; for
 * more, the normal approximation with corrections for continuity and ties.
 */
export const mannKendall = (values: readonly number[]) => {
  const n = values.length
  const kendallS = pairs(values).reduce((sum, [a, b]) => sum + Math.sign(b - a), 0)
  const ties = [...countBy(values).values()]
  const spread = (count: number) => count * (count - 1) * (2 * count + 5)
  const variance = (spread(n) - ties.reduce((sum, count) => sum + spread(count), 0)) / 18
  const deviation = Math.sqrt(variance)
  const exact = n <= EXACT_UP_TO
  const pValue = exact ? exactP(ties, kendallS) : normalP(kendallS, deviation)
  return { kendallS, pValue, exact, deviation }
}

/** The median of all pairwise slopes, with its confidence interval. */
const theilSen = (points: readonly Point[], deviation: number) => {
  const slopes = pairs(points)
    .map(([a, b]) => ((b.value - a.value) / (b.at.getTime() - a.at.getTime())) * DAY_MS * 30)
    .toSorted((a, b) => a - b)
  if (slopes.length === 0) return { slopePer30Days: 0, interval: { low: 0, high: 0 } }
  const reach = probit((1 + TREND.confidence) / 2) * deviation
  const at = (rank: number) =>
    quantileSorted(slopes, Math.min(1, Math.max(0, (rank - 1) / Math.max(1, slopes.length - 1))))
  return {
    slopePer30Days: median(slopes),
    interval: {
      low: at(Math.floor((slopes.length - reach) / 2)),
      high: at(Math.ceil((slopes.length + reach) / 2) + 1),
    },
  }
}

const pairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((a, index) => items.slice(index + 1).map((b): [Item, Item] => [a, b]))

const countBy = (values: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
