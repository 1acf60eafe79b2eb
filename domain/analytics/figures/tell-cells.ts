import { invalid, type DomainError } from '#platform/core/errors/errors.ts'
import { FAMILIES } from '../families/families.ts'
import { metricOf, type MetricId } from '../metrics/metric-of.ts'
import { addUp, figuresOf, type Read } from './figures-of.ts'
import { openMetrics } from './open-metrics.ts'
import { isWholeMonths, shifted, shiftOf } from './periods.ts'
import { limitedBy } from './plan-question.ts'
import type { AnalyticsFigure, LocationAnalyticsQuery } from './schemas.ts'

/** Why a question does not consist of whole cells (a location and a month); undefined if it does. */
export const refusalByCells = (query: LocationAnalyticsQuery): DomainError | undefined => {
  const { granularity, comparison } = query
  const other = query.groupBy.find((it) => it !== 'LOCATION' && it !== 'NONE')
  if (other)
    return invalid(
      'groupBy',
      'grouping_not_available',
      `${WITHHELD} For you, figures are available only by LOCATION and month. Omit ${other}.`,
    )
  const [filter] = limitedBy(query)
  if (filter)
    return invalid(
      'groupBy',
      'grouping_not_available',
      `${WITHHELD} For you, figures are available only by LOCATION and month. Do not filter by ${filter}.`,
    )
  if (granularity === 'DAY' || granularity === 'WEEK')
    return invalid(
      'granularity',
      'granularity_not_available',
      `${WITHHELD} Request MONTH, QUARTER or TOTAL.`,
    )
  const earlier = comparison && shifted(query, shiftOf(comparison, granularity, query))
  if (isWholeMonths(query) && (!earlier || isWholeMonths(earlier))) return undefined
  return invalid(
    'startsOn',
    'out_of_range',
    `${WITHHELD} Request whole calendar months${earlier ? ', and compare them with whole months' : ''}.`,
  )
}

const WITHHELD =
  'The centre withholds figures about few people from callers who are not allowed to read sessions.'

/** The figures of rows. Each is the sum of the cells that are shown for its metric. */
export const tellCells = (
  metrics: readonly MetricId[],
  now: readonly Read[],
  before: readonly Read[] | undefined,
): AnalyticsFigure[] =>
  metrics.flatMap((metric) => {
    const [told, earlier] = [openOf(metric, now), before && openOf(metric, before)]
    const figures = figuresOf([metric], addUp(told.open), earlier && addUp(earlier.open))
    const whole = figuresOf([metric], addUp(now), before && addUp(before))
    return whole.map(({ currency }): AnalyticsFigure => {
      const figure = figures.find((it) => it.currency === currency)
      const isPartial = told.closed.has(currency ?? '')
      const wasPartial = earlier?.closed.has(currency ?? '') ?? false
      const isSuppressed = isPartial && !figure?.value
      const previousValue = figure?.previousValue ?? null
      return {
        metric,
        currency,
        value: isSuppressed ? null : (figure?.value ?? null),
        numerator: isSuppressed ? null : (figure?.numerator ?? null),
        denominator: isSuppressed ? null : (figure?.denominator ?? null),
        previousValue: wasPartial && !previousValue ? null : previousValue,
        isSuppressed,
        isPartial,
      }
    })
  })

/** The rows of cells that are shown for a metric, and the currencies of withheld ones. */
const openOf = (metric: MetricId, rows: readonly Read[]) => {
  const { family } = metricOf(metric).numerator
  const keyOf = ({ row }: Read) => JSON.stringify([row.cell, row.currency])
  const closed = rows.filter(
    (it) => it.family === family && !openMetrics(family, it.row.sums).has(metric),
  )
  const keys = new Set(closed.map(keyOf))
  return {
    open: rows.filter((it) => !keys.has(keyOf(it))),
    closed: new Set(closed.map(({ row }) => row.currency)),
  }
}

/** How finely values are stored: per month; a snapshot has one value per location, at the end of the last day. */
export const granularityOfCells = (family: Read['family']) =>
  'isSnapshot' in FAMILIES[family] ? 'TOTAL' : 'MONTH'
