import { metricOf } from '../metrics/metric-of.ts'
import { countOf, type Counted } from './figures-of.ts'
import type { AnalyticsFigure } from './schemas.ts'

/** Of fewer records a person could be known. */
const SMALLEST = 5

/** A figure with the sums that it was made from. */
export interface FigureOf {
  figure: AnalyticsFigure
  counted: readonly (Counted | undefined)[]
}

/**
 * Withholds figures that are of so few records, and where the one that is withheld would follow from the total, the
 * next larger one too; where there is none, the total.
 */
export const withholdSmall = (
  rows: readonly (readonly FigureOf[])[],
  total: readonly FigureOf[],
): void => {
  const all = Map.groupBy(rows.flat(), ({ figure }) => keyOf(figure))
  for (const whole of total) {
    const figures = all.get(keyOf(whole.figure)) ?? []
    const small = figures.filter(isSmall)
    for (const { figure } of small) withhold(figure)
    const [next] = figures
      .filter((it) => !it.figure.isSuppressed && largest(it) > 0)
      .toSorted((a, b) => largest(a) - largest(b))
    if (small.length === 1 && next) withhold(next.figure)
    if (isSmall(whole) || (small.length > 0 && !next && small.length === 1)) withhold(whole.figure)
  }
}

const keyOf = ({ metric, currency }: AnalyticsFigure) => `${metric} ${currency ?? ''}`

const withhold = (figure: AnalyticsFigure): void => {
  Object.assign(figure, {
    value: null,
    numerator: null,
    denominator: null,
    previousValue: null,
    isSuppressed: true,
  })
}

const isSmall = (it: FigureOf): boolean =>
  it.counted.some((counted) => counted !== undefined && isOfFew(it.figure, counted))

/** Whether a figure is of so few records, or of all but so few. */
export const isOfFew = (
  { metric, currency }: Pick<AnalyticsFigure, 'metric' | 'currency'>,
  counted: Counted,
): boolean => countsOf(metric, counted, currency ?? '').some((it) => it > 0 && it < SMALLEST)

const countsOf = (
  metric: AnalyticsFigure['metric'],
  counted: Counted,
  currency: string,
): number[] => {
  const { unit, records, numerator, denominator } = metricOf(metric)
  const count = (sum: typeof numerator) => countOf(counted, sum, currency)
  if (records) return [count(records)]
  if (!denominator) return [count(numerator)]
  if (unit !== 'RATIO') return [count(denominator)]
  return [count(numerator), count(denominator), count(denominator) - count(numerator)]
}

const largest = ({ figure, counted }: FigureOf): number =>
  Math.max(
    ...counted.flatMap((it) => (it ? countsOf(figure.metric, it, figure.currency ?? '') : [0])),
  )
