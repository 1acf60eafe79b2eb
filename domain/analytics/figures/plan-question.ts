import { invalid } from '#platform/core/errors.ts'
import type { Dimension } from '../families/family.ts'
import { KEPT_DIMENSIONS } from '../families/family.ts'
import { metricOf } from '../metrics/metric-of.ts'
import { toMetricDefinition, type Grouping } from '../metrics/schemas.ts'
import { familiesOf } from '../metrics/metric.ts'
import type { FamilyName } from '../families/families.ts'
import { lengthOf, MOST_DAYS } from './periods.ts'
import type { LocationAnalyticsQuery } from './schemas.ts'

/** A question that can be answered. */
export interface Question {
  families: readonly FamilyName[]
  groupBy: readonly Grouping[]
  filters: Partial<Record<Dimension, readonly string[]>>
}

/** The days that sums by two dimensions at once may span: they are read from rows as fine as the records nearly. */
const MOST_DAYS_CROSSED = 184

/** What a question asks of families; a validation error where it has no answer. */
export const planQuestion = (query: LocationAnalyticsQuery): Question => {
  const groupBy = groupingsOf(query)
  const filters = filtersOf(query)
  assertRange(query)
  for (const metric of query.metrics) assertFits(metric, query, groupBy, filters)
  assertCrossed(query, groupBy, filters)
  const families = [...new Set(query.metrics.flatMap((id) => familiesOf(metricOf(id))))]
  return { families, groupBy, filters }
}

const groupingsOf = ({ groupBy }: LocationAnalyticsQuery): Grouping[] => {
  const named = groupBy.filter((it) => it !== 'NONE')
  if (named.length > 0 && named.length < groupBy.length)
    throw invalid('groupBy', 'mismatch', 'NONE stands alone.')
  if (new Set(named).size < named.length)
    throw invalid('groupBy', 'duplicate', 'A grouping is named twice.')
  return named
}

const filtersOf = ({
  providerId,
  serviceId,
  appointmentType,
  payer,
  fundingProgram,
}: Pick<
  LocationAnalyticsQuery,
  'providerId' | 'serviceId' | 'appointmentType' | 'payer' | 'fundingProgram'
>): Question['filters'] => ({
  ...(providerId && { PROVIDER: providerId }),
  ...(serviceId && { SERVICE: serviceId }),
  ...(appointmentType && { TYPE: appointmentType }),
  ...(payer !== undefined && { PAYER: [payer] }),
  ...(fundingProgram && { FUNDING_PROGRAM: fundingProgram }),
})

const assertRange = (query: LocationAnalyticsQuery): void => {
  if (query.endsOn < query.startsOn)
    throw invalid('endsOn', 'inverted_range', 'endsOn must not be before startsOn.')
  const most = MOST_DAYS[query.granularity]
  if (lengthOf(query) > most)
    throw invalid(
      'endsOn',
      'range_too_long',
      `A question by ${query.granularity} may span ${most} days: ask for fewer, or for longer periods.`,
    )
}

const PARAMETERS: Readonly<Partial<Record<Dimension, string>>> = {
  PROVIDER: 'providerId',
  SERVICE: 'serviceId',
  TYPE: 'appointmentType',
  PAYER: 'payer',
  FUNDING_PROGRAM: 'fundingProgram',
}

const assertFits = (
  metric: LocationAnalyticsQuery['metrics'][number],
  query: LocationAnalyticsQuery,
  groupBy: readonly Grouping[],
  filters: Question['filters'],
): void => {
  const { groupings, isSnapshot, mostDays } = toMetricDefinition(metric)
  const has = (it: Grouping) => groupings.includes(it)
  const grouping = groupBy.find((it) => !has(it))
  const can = `It has ${groupings.join(', ')}.`
  if (grouping)
    throw invalid('groupBy', 'grouping_not_available', `${metric} has no ${grouping}. ${can}`)
  const filter = (Object.keys(filters) as Dimension[]).find((it) => !has(it))
  if (filter)
    throw invalid(
      PARAMETERS[filter]!,
      'grouping_not_available',
      `${metric} cannot be limited by ${filter}. ${can}`,
    )
  if (isSnapshot && query.granularity !== 'TOTAL')
    throw invalid(
      'granularity',
      'granularity_not_available',
      `${metric} says how things stand now: ask for the granularity TOTAL.`,
    )
  if (mostDays !== null && lengthOf(query) > mostDays)
    throw invalid(
      'endsOn',
      'range_too_long',
      `${metric} is counted when it is asked for, over ${mostDays} days at most.`,
    )
}

/** Sums are kept by each dimension alone; by several at once they are read day by day. */
const assertCrossed = (
  query: LocationAnalyticsQuery,
  groupBy: readonly Grouping[],
  filters: Question['filters'],
): void => {
  const named = new Set<string>([...groupBy, ...Object.keys(filters)])
  const crossed = KEPT_DIMENSIONS.filter((it) => named.has(it)).length > 1
  if (crossed && lengthOf(query) > MOST_DAYS_CROSSED)
    throw invalid(
      'endsOn',
      'range_too_long',
      `By more than one of ${KEPT_DIMENSIONS.join(', ')} a question may span ${MOST_DAYS_CROSSED} days.`,
    )
}
