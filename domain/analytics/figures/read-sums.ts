import { Temporal } from 'temporal-polyfill'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import {
  DIMENSION_COLUMNS,
  SPAN,
  spanParameter,
  type Dimension,
  type Family,
  type Span,
} from '../families/family.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'
import { GRAINS_OF_MONTHS, KEPT_COLUMNS, grainFor } from '../rollups/grains.ts'
import type { Grouping } from '../metrics/schemas.ts'
import type { Granularity, Shift } from './periods.ts'
import type { Filters } from './plan-question.ts'

/** A query for the sums of a family. */
export interface SumsQuery {
  groupBy: readonly Grouping[]
  filters: Filters
  /** Restricts money to this currency; other figures have none. */
  currency: string | undefined
  granularity: Granularity
  spans: readonly Span[]
  /** For an earlier period: how much later it is shown. */
  shift: Shift
  /** The first day that names the period, if the granularity has only one period. */
  startsOn: string
}

export interface Sums {
  /** The first day of the period. */
  startsOn: string
  /** The groups of the row, in the requested order. */
  keys: string[]
  currency: string
  /** In the order of the family's measures. */
  sums: number[]
}

const ALL_DIMENSIONS = Object.keys(DIMENSION_COLUMNS) as Dimension[]

/** The sums of a family by period and groups. */
export const readSums = (
  reader: Reader,
  name: FamilyName,
  { groupBy, filters, currency, granularity, spans, shift, startsOn }: SumsQuery,
): Promise<Sums[]> => {
  const family: Family = FAMILIES[name]
  const filtered = ALL_DIMENSIONS.filter((it) => filters[it])
  return reader.sql<Sums>(textOf(name, family, groupBy, filtered, granularity), [
    reader.tenantId,
    spanParameter(spans),
    granularity,
    Temporal.Duration.from({ months: shift.months ?? 0, days: shift.days ?? 0 }).toString(),
    startsOn,
    currency ?? null,
    ...filtered.map((it) => filters[it]),
  ])
}

const columnOf = (grouping: Grouping) =>
  grouping === 'LOCATION' ? 'location_id' : DIMENSION_COLUMNS[grouping]

const PERIOD = `CASE $3::text WHEN 'TOTAL' THEN $5::date WHEN 'DAY' THEN (counted_on + $4::interval)::date
  ELSE (date_trunc($3::text, counted_on::timestamp) + $4::interval)::date END`

const textOf = (
  name: FamilyName,
  family: Family,
  groupBy: readonly Grouping[],
  filtered: readonly Dimension[],
  granularity: Granularity,
): string => {
  const keys = groupBy.map(columnOf)
  const dimensions = new Set([...groupBy.filter((it) => it !== 'LOCATION'), ...filtered])
  const conditions = [
    `($6::text IS NULL OR currency IN ($6, ''))`,
    ...filtered.map((it, at) => `${DIMENSION_COLUMNS[it]} = ANY ($${at + 7}::text[])`),
  ]
  return `
    WITH ${SPAN}
    SELECT (${PERIOD})::text AS "startsOn", ARRAY[${keys.join(', ')}]::text[] AS keys, currency,
      ARRAY[${family.measures.map((it) => `sum(${it})`).join(', ')}]::float8[] AS sums
    FROM (${family.kept ? keptOf(name, family, dimensions, granularity) : family.facts}) facts
    WHERE ${conditions.join(' AND ')}
    GROUP BY ${[PERIOD, ...keys, 'currency'].join(', ')}
    ORDER BY 1, 2, 3`
}

const STARTS = '(SELECT min(starts_on) FROM span)'
const ENDS = '(SELECT max(ends_on) FROM span)'
/** The complete months among the requested days lie between these two; the second is never before the first. */
const FIRST_MONTH = `(date_trunc('month', ${STARTS} - interval '1 day') + interval '1 month')::date`
const AFTER_MONTHS = `greatest(date_trunc('month', ${ENDS}::timestamp)::date, ${FIRST_MONTH})`

/** Reads the stored sums of the requested days, in the fact columns. Uses monthly sums if they are sufficient. */
const keptOf = (
  name: FamilyName,
  family: Family,
  dimensions: ReadonlySet<Dimension>,
  granularity: Granularity,
): string => {
  const grain = grainFor(dimensions)
  const rows = (table: string, days: string) => `
    SELECT d.counted_on, d.location_id, d.currency, ${KEPT_COLUMNS.map((it) => `d.${it}`).join(', ')},
      ${family.measures.map((it, at) => `d.measures[${at + 1}] AS ${it}`).join(', ')}
    FROM (SELECT DISTINCT location_id FROM span) places
    JOIN ${table} d ON d.tenant_id = $1 AND d.family = '${name}' AND d.grain = ${grain}
      AND d.location_id = places.location_id AND ${days}`
  const between = (from: string, until: string) =>
    `d.counted_on >= ${from} AND d.counted_on < ${until}`
  if (!GRAINS_OF_MONTHS.includes(grain) || granularity === 'DAY' || granularity === 'WEEK')
    return rows('analytics_days', between(STARTS, ENDS))
  return [
    rows('analytics_months', between(FIRST_MONTH, AFTER_MONTHS)),
    rows('analytics_days', between(STARTS, `least(${FIRST_MONTH}, ${ENDS})`)),
    rows('analytics_days', between(AFTER_MONTHS, ENDS)),
  ].join(' UNION ALL ')
}
