import { Temporal } from 'temporal-polyfill'
import type { Reader } from '#platform/core/transaction.ts'
import {
  DIMENSION_COLUMNS,
  SPAN,
  type Dimension,
  type Family,
  type Span,
} from '../families/family.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'
import { KEPT_COLUMNS, grainFor } from '../rollups/grains.ts'
import type { Grouping } from '../metrics/schemas.ts'
import type { Granularity, Shift } from './periods.ts'

/** What is asked of a family. */
export interface SumsQuery {
  groupBy: readonly Grouping[]
  filters: Partial<Record<Dimension, readonly string[]>>
  granularity: Granularity
  spans: readonly Span[]
  /** Of an earlier time: how much later its periods are shown. */
  shift: Shift
  /** The name of the period of a granularity that has one alone. */
  startsOn: string
}

export interface Sums {
  /** The first day of the period. */
  startsOn: string
  /** What the row is grouped by, in the order asked for. */
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
  { groupBy, filters, granularity, spans, shift, startsOn }: SumsQuery,
): Promise<Sums[]> => {
  const family: Family = FAMILIES[name]
  const filtered = ALL_DIMENSIONS.filter((it) => filters[it])
  return reader.sql<Sums>(textOf(name, family, groupBy, filtered), [
    reader.tenantId,
    JSON.stringify(spans),
    granularity,
    Temporal.Duration.from({ months: shift.months ?? 0, days: shift.days ?? 0 }).toString(),
    startsOn,
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
): string => {
  const keys = groupBy.map(columnOf)
  const dimensions = [...groupBy.filter((it) => it !== 'LOCATION'), ...filtered]
  const conditions = filtered.map((it, at) => `${DIMENSION_COLUMNS[it]} = ANY ($${at + 6}::text[])`)
  return `
    WITH ${SPAN}
    SELECT (${PERIOD})::text AS "startsOn", ARRAY[${keys.join(', ')}]::text[] AS keys, currency,
      ARRAY[${family.measures.map((it) => `sum(${it})`).join(', ')}]::float8[] AS sums
    FROM (${family.kept ? daysOf(name, family, new Set(dimensions)) : family.facts}) facts
    ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
    GROUP BY ${[PERIOD, ...keys, 'currency'].join(', ')}
    ORDER BY 1, 2, 3`
}

/** What is kept of the days that are asked for, with the columns that facts have. */
const daysOf = (name: FamilyName, { measures }: Family, dimensions: ReadonlySet<Dimension>) => `
  SELECT d.counted_on, d.location_id, d.currency, ${KEPT_COLUMNS.map((it) => `d.${it}`).join(', ')},
    ${measures.map((it, at) => `d.measures[${at + 1}] AS ${it}`).join(', ')}
  FROM analytics_days d
  WHERE d.tenant_id = $1 AND d.family = '${name}' AND d.grain = ${grainFor(dimensions)}
    AND d.counted_on >= (SELECT min(starts_on) FROM span) AND d.counted_on < (SELECT max(ends_on) FROM span)
    AND d.location_id IN (SELECT location_id FROM span)`
