import { ADVISORY_LOCKS } from '#platform/core/advisory-locks.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { SPAN, type Family, type Span } from '../families/family.ts'
import { KEPT_FAMILIES, KEPT_FAMILY_NAMES, type KeptFamily } from '../families/kept-families.ts'
import { GRAINS, GROUPING_SETS, KEPT_COLUMNS } from './grains.ts'

/**
 * Has this transaction alone compute days of the centre, until it ends. It must be held before the records are read:
 * of two that compute one day the second then sees all that the first saw.
 */
export const lockDays = (tx: Transaction): Promise<object[]> =>
  tx.sql('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    ADVISORY_LOCKS.analyticsDays,
    tx.tenantId,
  ])

/** Counts days anew from the records: what was counted of them goes, whatever it was. Done twice it changes nothing. */
export const computeDays = async (
  tx: Transaction,
  family: KeptFamily,
  spans: readonly Span[],
): Promise<void> => {
  if (spans.length === 0) return
  const days = JSON.stringify(spans)
  await tx.sql(REMOVE, [tx.tenantId, days, family, GRAINS])
  await tx.sql(COUNT[family], [tx.tenantId, days, family])
}

const REMOVE = `
  DELETE FROM analytics_days d
  USING jsonb_to_recordset($2::jsonb) AS s(location_id text, starts_on date, ends_on date), unnest($4::int[]) AS g(grain)
  WHERE d.tenant_id = $1 AND d.family = $3 AND d.grain = g.grain AND d.location_id = s.location_id
    AND d.counted_on >= s.starts_on AND d.counted_on < s.ends_on`

const ungrouped = KEPT_COLUMNS.map((column) => `coalesce(${column}, '') AS ${column}`).join(', ')

const countOf = ({ facts, measures }: Family): string => `
  INSERT INTO analytics_days (tenant_id, family, grain, counted_on, location_id, number, ${KEPT_COLUMNS.join(', ')}, currency, measures)
  WITH ${SPAN}
  SELECT $1, $3, grain, counted_on, location_id,
    row_number() OVER (PARTITION BY grain, counted_on, location_id ORDER BY ${KEPT_COLUMNS.join(', ')}, currency),
    ${KEPT_COLUMNS.join(', ')}, currency, measures
  FROM (
    SELECT GROUPING(${KEPT_COLUMNS.join(', ')}) AS grain, counted_on, location_id, ${ungrouped}, currency,
      ARRAY[${measures.map((it) => `sum(${it})`).join(', ')}]::bigint[] AS measures
    FROM (${facts}) facts
    GROUP BY GROUPING SETS (${GROUPING_SETS})
  ) sums
  WHERE NOT 0 = ALL (measures)`

const COUNT = Object.fromEntries(
  KEPT_FAMILY_NAMES.map((name) => [name, countOf(KEPT_FAMILIES[name])]),
) as Record<KeptFamily, string>
