import pg from 'pg'

/** Removes constraints of rows except keys, and disables statistics. */
export const dropConstraints = (client: pg.Client) => client.query(UNCONSTRAINED)

/**
 * Fills each table of a centre with a number of meaningless rows: without statistics the planner uses only
 * table sizes.
 * @returns how many tables were filled, excluding those whose keys allow one row per centre
 */
export const fillTables = async (client: pg.Client, rows: number): Promise<number> => {
  const { rows: tables } = await client.query<Fill>(TABLES)
  let filled = 0
  for (const { name, columns, values } of tables) {
    const insert = `INSERT INTO ${name} (${columns}) SELECT ${values} FROM generate_series(1, ${rows}) AS n`
    const isFilled = await client.query(insert).then(() => true, isOfOneRow)
    if (isFilled) filled += 1
  }
  return filled
}

const isOfOneRow = (error: unknown): false => {
  const REFUSALS = new Set(['23505', '23502'])
  if (error instanceof pg.DatabaseError && REFUSALS.has(error.code ?? '')) return false
  throw error
}

interface Fill {
  name: string
  columns: string
  values: string
}

const UNCONSTRAINED = `
  DO $$
  DECLARE it record;
  BEGIN
    FOR it IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x') AND conparentid = 0
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', it.name, it.conname); END LOOP;
    FOR it IN SELECT oid::regclass AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    LOOP
      EXECUTE format('ALTER TABLE %s DISABLE TRIGGER ALL', it.name);
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', it.name);
    END LOOP;
    FOR it IN SELECT a.attrelid::regclass AS name, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND a.attnotnull
        AND a.attidentity = '' AND NOT a.attisdropped
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey))
    LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', it.name, it.attname); END LOOP;
  END $$`

const TABLES = `
  SELECT c.oid::regclass::text AS name, string_agg(quote_ident(a.attname), ', ') AS columns,
    string_agg(CASE WHEN a.attname = 'tenant_id' AND c.relname <> 'tenants' THEN '''ten_one'''
      WHEN a.atttypid IN ('text'::regtype, 'varchar'::regtype) THEN '''row_'' || n'
      WHEN a.atttypid = 'int2'::regtype THEN '1'
      WHEN a.atttypid = 'date'::regtype THEN 'date ''2000-01-01'' + n::int'
      WHEN a.atttypid = 'timestamptz'::regtype THEN 'timestamptz ''2026-01-01'' + n * interval ''1 s'''
      ELSE 'n' END, ', ') AS values
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity = '' AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition
    AND a.atttypid = ANY ('{text,varchar,date,timestamptz,int2,int4,int8}'::regtype[])
    AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
    AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id')
  GROUP BY c.oid, c.relname ORDER BY 1`
