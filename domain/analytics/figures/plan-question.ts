import { invalid } from '#platform/core/errors/errors.ts'
import type { FamilyName } from '../families/families.ts'
import { KEPT_DIMENSIONS, type Dimension } from '../families/family.ts'
import { metricOf, type MetricId } from '../metrics/metric-of.ts'
import { familiesOf } from '../metrics/metric.ts'
import { toMetricDefinition, type Grouping } from '../metrics/schemas.ts'
import type { CountedRecords } from './counted-records.ts'
import { lengthOf, MOST_DAYS, type Days } from './periods.ts'
import type { LocationAnalyticsQuery } from './schemas.ts'

/** The allowed values, keyed by dimension. */
export type Filters = Partial<Record<Dimension, readonly string[]>>

/** A valid question. */
export interface Question {
  families: readonly FamilyName[]
  groupBy: readonly Grouping[]
}

/** Maximum number of days for sums by two dimensions, which are read from nearly unaggregated rows. */
const MOST_DAYS_CROSSED = 184

/** Derives what to read from each family. Throws a validation error if the question has no answer. */
export const planQuestion = (query: LocationAnalyticsQuery): Question => {
  const groupBy = groupingsOf(query)
  assertRange(query, MOST_DAYS[query.granularity], `A question by ${query.granularity}`)
  for (const metric of query.metrics) {
    assertGrouped(metric, groupBy)
    assertFits(metric, query)
    if (toMetricDefinition(metric).isSnapshot && query.granularity !== 'TOTAL')
      throw invalid(
        'granularity',
        'granularity_not_available',
        `${metric} describes the current state. Use the granularity TOTAL.`,
      )
  }
  assertCurrency(query.metrics, query)
  assertCrossed(query, groupBy)
  const families = [...new Set(query.metrics.flatMap((id) => familiesOf(metricOf(id))))]
  return { families, groupBy }
}

const groupingsOf = ({ groupBy }: LocationAnalyticsQuery): Grouping[] => {
  const named = groupBy.filter((it) => it !== 'NONE')
  if (named.length > 0 && named.length < groupBy.length)
    throw invalid(
      'groupBy',
      'mismatch',
      'NONE cannot be combined with other values. Send it alone.',
    )
  if (new Set(named).size < named.length)
    throw invalid('groupBy', 'duplicate', 'groupBy must not repeat a value. Remove the duplicate.')
  return named
}

export const assertRange = (days: Days, most: number, what: string): void => {
  if (days.endsOn < days.startsOn)
    throw invalid('endsOn', 'inverted_range', 'endsOn is before startsOn. Send a later endsOn.')
  if (lengthOf(days) > most)
    throw invalid(
      'endsOn',
      'range_too_long',
      `${what} can cover at most ${most} days. Request fewer days or longer periods.`,
    )
}

/** The filter parameters of each dimension. */
const PARAMETERS = {
  PROVIDER: ['providerId'],
  SERVICE: ['serviceId'],
  TYPE: ['appointmentType'],
  PAYER: ['payerId', 'payer'],
  FUNDING_PROGRAM: ['fundingProgram'],
  STAGE: ['stage'],
  CLOCK: ['clock'],
} as const satisfies Record<Dimension, readonly (keyof CountedRecords)[]>

/** The dimensions that a question filters. */
export const limitedBy = (query: CountedRecords): Dimension[] =>
  (Object.keys(PARAMETERS) as Dimension[]).filter((it) =>
    PARAMETERS[it].some((parameter) => query[parameter] !== undefined),
  )

const assertGrouped = (metric: MetricId, groupBy: readonly Grouping[]): void => {
  const { groupings } = toMetricDefinition(metric)
  const grouping = groupBy.find((it) => !groupings.includes(it))
  if (grouping)
    throw invalid(
      'groupBy',
      'grouping_not_available',
      `${metric} cannot be grouped by ${grouping}. Use ${groupings.join(', ')}.`,
    )
}

/** Refuses filters that a metric does not support, and more days than its limit. */
export const assertFits = (metric: MetricId, query: CountedRecords): void => {
  const { groupings, mostDays } = toMetricDefinition(metric)
  const filter = limitedBy(query).find((it) => !groupings.includes(it))
  if (filter)
    throw invalid(
      PARAMETERS[filter].find((it) => query[it] !== undefined)!,
      'grouping_not_available',
      `${metric} cannot be filtered by ${filter}. Use ${groupings.join(', ')}.`,
    )
  if (query.payer !== undefined && query.payerId !== undefined)
    throw invalid('payer', 'not_allowed', 'payerId already identifies the payer. Omit payer.')
  if (mostDays !== null && lengthOf(query) > mostDays)
    throw invalid(
      'endsOn',
      'range_too_long',
      `${metric} is computed on request, so the range can be at most ${mostDays} days. Choose a shorter range.`,
    )
}

/** Refuses a currency for figures other than money. */
export const assertCurrency = (
  metrics: readonly MetricId[],
  { currency }: CountedRecords,
): void => {
  if (currency !== undefined && metrics.every((it) => metricOf(it).unit !== 'MONEY'))
    throw invalid(
      'currency',
      'not_allowed',
      'None of the metrics is an amount of money. Omit currency.',
    )
}

/** Sums are stored for single dimensions only; combinations are read day by day. */
const assertCrossed = (query: LocationAnalyticsQuery, groupBy: readonly Grouping[]): void => {
  const named = new Set<string>([...groupBy, ...limitedBy(query)])
  const crossed = KEPT_DIMENSIONS.filter((it) => named.has(it)).length > 1
  if (crossed && lengthOf(query) > MOST_DAYS_CROSSED)
    throw invalid(
      'endsOn',
      'range_too_long',
      `A question grouped by more than one of ${KEPT_DIMENSIONS.join(', ')} can cover at most ${MOST_DAYS_CROSSED} days. Request fewer days or groupings.`,
    )
}
