import type { TestApi } from './api.ts'
import type { PlanNode } from './plan-loops.ts'

/** The number of rows from which it matters how a table is read. */
const MANY_ROWS = 100_000
/** Rows that a scan may read and discard. */
const FEW_ROWS = 1_000
/** What the planner may expect to pay for each row returned, in reads of a page: one by its key costs 8. */
const COST_PER_ROW = 500

export interface LargeTables {
  names: ReadonlySet<string>
  /** Indexes of a part of their table, such as what is pending: few rows, however large the table is. */
  partialIndexes: ReadonlySet<string>
}

/** The tables that are large, by their statistics. */
export const readLargeTables = async (api: Pick<TestApi, 'query'>): Promise<LargeTables> => {
  const namesIn = async (text: string) =>
    new Set((await api.query<{ name: string }>(text)).map(({ name }) => name))
  return {
    names: await namesIn(`SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= ${MANY_ROWS}`),
    partialIndexes: await namesIn(`SELECT indexrelid::regclass::text AS name FROM pg_index
      WHERE indpred IS NOT NULL`),
  }
}

/** Scans that read a large table from end to end, or discard most of what they read. */
export const wholeReads = (plan: PlanNode, large: LargeTables): string[] => {
  const below = (plan.Plans ?? []).flatMap((it) => wholeReads(it, large))
  const table = plan['Relation Name']
  if (table === undefined || !large.names.has(table) || !isScan(plan)) return below
  if (isWhole(plan, large)) return [`${plan['Node Type']} of all of ${table}`, ...below]
  const discarded =
    (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  if (discarded > FEW_ROWS)
    return [`${plan['Node Type']} of ${table} discards ${discarded} rows`, ...below]
  // Without actual rows, the cost shows how many rows of a centre are read for the few that are wanted.
  if ((plan['Total Cost'] ?? 0) > COST_PER_ROW * Math.max(1, plan['Plan Rows'] ?? 0))
    return [`${plan['Node Type']} of ${table} reads many rows for each that it returns`, ...below]
  return below
}

const isScan = (plan: PlanNode) => plan['Node Type'].endsWith('Scan')

const isWhole = (plan: PlanNode, { partialIndexes }: LargeTables) =>
  !plan['Index Cond'] &&
  !plan['Recheck Cond'] &&
  !plan['TID Cond'] &&
  !partialIndexes.has(plan['Index Name'] ?? '')
