import { FAMILIES, type FamilyName } from '../families/families.ts'
import type { Sum } from '../metrics/metric.ts'
import { metricOf, type MetricId } from '../metrics/metric-of.ts'
import type { Sums } from './read-sums.ts'
import type { AnalyticsFigure } from './schemas.ts'

/** The sums read for a family. `cell` contains the location and month, if the sums were read by these. */
export interface Read {
  family: FamilyName
  row: Pick<Sums, 'currency' | 'sums'> & { cell?: string }
}

/** Totals of rows, keyed by family and currency. */
export type Counted = ReadonlyMap<FamilyName, ReadonlyMap<string, readonly number[]>>

/** Combines the rows of several families. */
export const addUp = (read: readonly Read[]): Counted => {
  const counted = new Map<FamilyName, Map<string, readonly number[]>>()
  for (const { family, row } of read) {
    const ofFamily = counted.get(family) ?? new Map<string, readonly number[]>()
    counted.set(family, ofFamily)
    const before = ofFamily.get(row.currency)
    ofFamily.set(row.currency, before ? row.sums.map((it, at) => it + before[at]!) : row.sums)
  }
  return counted
}

/** The figures of a row and of the row with which it is compared. Money has one figure per currency. */
export const figuresOf = (
  metrics: readonly MetricId[],
  now: Counted,
  before: Counted | undefined,
): AnalyticsFigure[] =>
  metrics.flatMap((metric) => {
    const isMoney = metricOf(metric).unit === 'MONEY'
    const currencies = isMoney ? currenciesIn(metric, [now, before]) : ['']
    return currencies.map((currency): AnalyticsFigure => ({
      metric,
      currency: isMoney ? currency : null,
      ...valueOf(metric, now, currency),
      previousValue: before ? valueOf(metric, before, currency).value : null,
      isSuppressed: false,
      isPartial: false,
    }))
  })

const currenciesIn = (metric: MetricId, counted: readonly (Counted | undefined)[]): string[] => {
  const { family } = metricOf(metric).numerator
  const named = counted.flatMap((it) => [...(it?.get(family)?.keys() ?? [])])
  return [...new Set(named)].filter((it) => it !== '').toSorted()
}

const valueOf = (
  metric: MetricId,
  counted: Counted,
  currency: string,
): Pick<AnalyticsFigure, 'value' | 'numerator' | 'denominator'> => {
  const { numerator: above, denominator: below, unit } = metricOf(metric)
  const numerator = countOf(counted, above, currency)
  if (!below) return { value: numerator, numerator: null, denominator: null }
  const denominator = countOf(counted, below, currency)
  const digits = unit === 'RATIO' ? 4 : 1
  const value = denominator === 0 ? null : rounded(numerator / denominator, digits)
  return { value, numerator, denominator }
}

const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits

/** The sum of measures in a currency; '' for figures without one. */
export const countOf = (counted: Counted, { family, measures }: Sum, currency: string): number => {
  const sums = counted.get(family)?.get(currency)
  if (!sums) return 0
  const all: readonly string[] = FAMILIES[family].measures
  return measures.reduce((sum, measure) => sum + sums[all.indexOf(measure)]!, 0)
}
