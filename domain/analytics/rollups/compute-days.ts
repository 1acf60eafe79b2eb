import { ADVISORY_LOCKS } from '#platform/core/transactions/advisory-locks.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { SPAN, spanParameter, type Family, type Span } from '../families/family.ts'
import { KEPT_FAMILIES, KEPT_FAMILY_NAMES, type KeptFamily } from '../families/kept-families.ts'
import { GRAINS, GRAINS_OF_MONTHS, GROUPING_SETS, KEPT_COLUMNS } from './grains.ts'

/**
 * Lets only this transaction compute the centre's days until it ends. Take the lock before reading records, so
 * that the second of two computations sees everything that the first one saw.
 */
export const lockDays = (tx: Transaction): Promise<object[]> =>
  tx.sql('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    ADVISORY_LOCKS.analyticsDays,
    tx.tenantId,
  ])

/** Recomputes days from records and months from days, replacing earlier sums. Idempotent. */
export const computeDays = async (
  tx: Transaction,
  family: KeptFamily,
  spans: readonly Span[],
): Promise<void> => {
  if (spans.length === 0) return
  const days = JSON.stringify(spans)
  await tx.sql(REMOVE_DAYS, [tx.tenantId, days, family, GRAINS])
  await tx.sql(MORE_MEMORY)
  await tx.sql(COUNT[family], [tx.tenantId, spanParameter(spans), family])
  await tx.sql(REMOVE_MONTHS, [tx.tenantId, days, family, GRAINS_OF_MONTHS])
  await tx.sql(ADD_UP[family], [tx.tenantId, days, family, GRAINS_OF_MONTHS])
}

/** Enough memory to sort a month of a large centre. */
const MORE_MEMORY = `SELECT set_config('work_mem', '32MB', true)`

const REMOVE_DAYS = `
  DELETE FROM analytics_days d
  USING jsonb_to_recordset($2::jsonb) AS s(location_id text, starts_on date, ends_on date), unnest($4::int[]) AS g(grain)
  WHERE d.tenant_id = $1 AND d.family = $3 AND d.grain = g.grain AND d.location_id = s.location_id
    AND d.counted_on >= s.starts_on AND d.counted_on < s.ends_on`

const COLUMNS = `tenant_id, family, grain, counted_on, location_id, number, ${KEPT_COLUMNS.join(', ')}, currency, measures`
const numbered = (rows: string): string => `
  SELECT $1, $3, grain, counted_on, location_id,
    row_number() OVER (PARTITION BY grain, location_id, counted_on ORDER BY ${KEPT_COLUMNS.join(', ')}, currency),
    ${KEPT_COLUMNS.join(', ')}, currency, measures
  FROM (${rows}) sums
  WHERE NOT 0 = ALL (measures)`

const ungrouped = KEPT_COLUMNS.map((column) => `coalesce(${column}, '') AS ${column}`).join(', ')

const countOf = ({ facts, measures }: Family): string => `
  INSERT INTO analytics_days (${COLUMNS})
  WITH ${SPAN}
  ${numbered(`
    SELECT GROUPING(${KEPT_COLUMNS.join(', ')}) AS grain, counted_on, location_id, ${ungrouped}, currency,
      ARRAY[${measures.map((it) => `sum(${it})`).join(', ')}]::bigint[] AS measures
    FROM (${facts}) facts
    GROUP BY GROUPING SETS (${GROUPING_SETS})`)}`

/** The months that contain the given days, each listed once. */
const MONTHS = `
  months AS MATERIALIZED (
    SELECT DISTINCT s.location_id, g.at::date AS month
    FROM jsonb_to_recordset($2::jsonb) AS s(location_id text, starts_on date, ends_on date)
    CROSS JOIN LATERAL generate_series(date_trunc('month', s.starts_on::timestamp), s.ends_on - interval '1 day', interval '1 month')
      AS g(at)
  )`

const REMOVE_MONTHS = `
  WITH ${MONTHS}
  DELETE FROM analytics_months d USING months m, unnest($4::int[]) AS g(grain)
  WHERE d.tenant_id = $1 AND d.family = $3 AND d.grain = g.grain AND d.counted_on = m.month AND d.location_id = m.location_id`

const addUpOf = ({ measures }: Family): string => `
  INSERT INTO analytics_months (${COLUMNS})
  WITH ${MONTHS}
  ${numbered(`
    SELECT d.grain, m.month AS counted_on, d.location_id, ${KEPT_COLUMNS.join(', ')}, currency,
      ARRAY[${measures.map((_, at) => `sum(d.measures[${at + 1}])`).join(', ')}]::bigint[] AS measures
    FROM months m
    CROSS JOIN unnest($4::int[]) AS g(grain)
    JOIN analytics_days d ON d.tenant_id = $1 AND d.family = $3 AND d.grain = g.grain AND d.location_id = m.location_id
      AND d.counted_on >= m.month AND d.counted_on < m.month + interval '1 month'
    GROUP BY d.grain, m.month, d.location_id, ${KEPT_COLUMNS.join(', ')}, currency`)}`

const textsOf = (text: (family: Family) => string) =>
  Object.fromEntries(KEPT_FAMILY_NAMES.map((name) => [name, text(KEPT_FAMILIES[name])])) as Record<
    KeptFamily,
    string
  >

const COUNT = textsOf(countOf)
const ADD_UP = textsOf(addUpOf)
