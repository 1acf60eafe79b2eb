import type { Keyset } from '#platform/core/lists/paging.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import {
  DIMENSION_COLUMNS,
  SPAN,
  spanParameter,
  type Dimension,
  type Family,
  type Span,
} from '../families/family.ts'
import { FAMILIES } from '../families/families.ts'
import type { Filters } from '../figures/plan-question.ts'
import type { Sum } from '../metrics/metric.ts'
import type { Grouping } from '../metrics/schemas.ts'

export interface RecordsQuery {
  /** The measures to which a record must contribute. */
  sum: Sum
  filters: Filters
  currency: string | null
  spans: readonly Span[]
  after: Keyset['after']
  take: number
}

export interface RecordRow {
  /** The record's position within the day. */
  id: string
  recordId: string
  countedOn: string
  amount: number
  currency: string
  groups: Partial<Record<Grouping, string>>
}

/** Contributing records by day. A record in several groups appears in each of them. */
export const readRecords = (
  reader: Reader,
  { sum, filters, currency, spans, after, take }: RecordsQuery,
): Promise<RecordRow[]> => {
  const family: Family = FAMILIES[sum.family]
  const filtered = family.dimensions.filter((it) => filters[it])
  return reader.sql<RecordRow>(textOf(family, sum.measures, filtered), [
    reader.tenantId,
    spanParameter(spans),
    currency,
    after?.[0] ?? null,
    after?.[1] ?? null,
    take,
    ...filtered.map((it) => filters[it]),
  ])
}

const textOf = (
  { facts, dimensions }: Family,
  measures: readonly string[],
  filtered: readonly Dimension[],
): string => {
  const columns = ['location_id', ...dimensions.map((it) => DIMENSION_COLUMNS[it])]
  const groups = ['LOCATION', ...dimensions].map((it, at) => `'${it}', ${columns[at]}`).join(', ')
  const adds = measures.map((it) => `${it} <> 0`).join(' OR ')
  const conditions = [
    // Computed per row, so that other group columns are looked up only for contributing records.
    `(${adds})`,
    `($3::text IS NULL OR currency = $3)`,
    `($4::date IS NULL OR counted_on >= $4)`,
    ...filtered.map((it, at) => `${DIMENSION_COLUMNS[it]} = ANY ($${at + 7}::text[])`),
  ]
  return `
    WITH ${SPAN},
    records AS (
      SELECT counted_on, record_id, currency, jsonb_build_object(${groups}) AS groups,
        concat_ws(' ', record_id, currency, ${columns.join(', ')}) COLLATE "C" AS place,
        sum(${measures.join(' + ')})::float8 AS amount
      FROM (${facts}) facts
      WHERE ${conditions.join(' AND ')}
      GROUP BY counted_on, record_id, currency, ${columns.join(', ')}
    )
    SELECT place AS id, record_id AS "recordId", counted_on::text AS "countedOn", amount, currency, groups
    FROM records
    WHERE amount <> 0 AND ($4::date IS NULL OR (counted_on, place) > ($4::date, $5::text COLLATE "C"))
    ORDER BY counted_on, place LIMIT $6`
}
