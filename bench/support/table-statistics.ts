import type pg from 'pg'

/** Smaller tables need no statistics: any plan for them is good. */
const LEAST_ROWS = 1_000
/** Columns with more values than this get no list of the most common ones: plans must not depend on ids. */
const MOST_VALUES = 20

type Row = Record<string, string | number | null>

/** The statistics of a database's tables as SQL that sets them in another. What is not there is left out. */
export const statisticsOf = async (owner: pg.Client): Promise<string> => {
  const { rows: relations } = await owner.query<Row>(RELATIONS, [LEAST_ROWS])
  const { rows: columns } = await owner.query<Row>(COLUMNS, [LEAST_ROWS, MOST_VALUES])
  const values = (rows: Row[]) =>
    rows
      .map((row) => Object.values(row).map((it) => literal(owner, it)))
      .map((cells) => `  (${cells.join(', ')})`)
      .join(',\n')
  return `-- Statistics of a database with 10,000,000 appointments, written by bench/plans.ts.
SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', c.relname::text, 'relpages', s.pages,
  'reltuples', s.tuples::real, 'relallvisible', s.visible)
FROM (VALUES
${values(relations)}
) AS s (name, pages, tuples, visible)
JOIN pg_class c ON c.relname = s.name AND c.relnamespace = 'public'::regnamespace;

SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
  'inherited', false, 'null_frac', s.nulls::real, 'avg_width', s.width, 'n_distinct', s.values::real,
  'correlation', s.correlation::real, 'most_common_vals', s.common, 'most_common_freqs', s.shares::real[])
FROM (VALUES
${values(columns)}
) AS s (table_name, name, nulls, width, values, correlation, common, shares)
JOIN pg_class c ON c.relname = s.table_name AND c.relnamespace = 'public'::regnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = s.name;
`
}

const literal = (owner: pg.Client, value: Row[string]): string => {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? owner.escapeLiteral(value) : String(value)
}

const RELATIONS = `
  SELECT c.relname, c.relpages, round(c.reltuples)::float8 AS tuples, c.relallvisible
  FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = COALESCE(i.indrelid, c.oid)
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') AND c.relpages > 0 AND t.reltuples >= $1
  ORDER BY t.relname, c.relkind DESC, c.relname`

const COLUMNS = `
  SELECT s.tablename, s.attname, round(s.null_frac::numeric, 3)::float8 AS nulls, s.avg_width AS width,
    round(s.n_distinct::numeric, 3)::float8 AS values, round(s.correlation::numeric, 2)::float8 AS correlation,
    CASE WHEN s.n_distinct BETWEEN 0 AND $2 THEN s.most_common_vals::text END AS common,
    CASE WHEN s.n_distinct BETWEEN 0 AND $2 THEN s.most_common_freqs::text END AS shares
  FROM pg_stats s JOIN pg_class t ON t.relname = s.tablename AND t.relnamespace = 'public'::regnamespace
  WHERE s.schemaname = 'public' AND t.reltuples >= $1 ORDER BY 1, 2`
