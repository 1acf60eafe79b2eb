import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../support/servers.ts'
import { factsOfModels, type SchemaFacts } from './prisma-models.ts'

test('the models match the database: columns, types, defaults, value lists, keys, references', async () => {
  const [models, database] = await Promise.all([factsOfModels(), factsOfDatabase()])
  expect(database.columns.length).toBeGreaterThan(1_000)
  expect(models.columns.toSorted()).toEqual(database.columns.toSorted())
  expect(models.enums.toSorted()).toEqual(database.enums.toSorted())
  expect(models.keys.toSorted()).toEqual(database.keys.toSorted())
  // The models contain the references that the client follows; the database has many more.
  expect(models.references.length).toBeGreaterThan(15)
  expect(models.references.filter((fact) => !database.references.includes(fact))).toEqual([])
})

const factsOfDatabase = async (): Promise<SchemaFacts> => {
  await using database = await createDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    const facts = async (text: string) =>
      (await client.query<{ fact: string }>(text)).rows.map(({ fact }) => fact)
    return {
      columns: await facts(COLUMNS),
      enums: await facts(ENUMS),
      keys: await facts(KEYS),
      references: await facts(REFERENCES),
    }
  } finally {
    await client.end()
  }
}

/** Tables without a model: Prisma's own, and those of the rate limiter. */
const TABLES = `pg_class t ON t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
  AND t.relname NOT IN ('_prisma_migrations', 'rate_limits')`

const COLUMNS = `
  SELECT t.relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN '' ELSE ' null' END
    || CASE WHEN attidentity <> '' THEN ' default autoincrement()' WHEN attgenerated <> '' THEN ' generated'
      -- 'MARK'::text is MARK.
      ELSE COALESCE(' default ' || regexp_replace(pg_get_expr(adbin, adrelid), '^''(.*)''::[a-z\\[\\]]+$', '\\1'), '')
    END AS fact
  FROM pg_attribute JOIN ${TABLES} AND t.oid = attrelid
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped`

const ENUMS = `
  SELECT typname || ': ' || string_agg(enumlabel, ', ' ORDER BY enumsortorder) AS fact
  FROM pg_enum JOIN pg_type t ON t.oid = enumtypid GROUP BY typname`

const columnsOf = (table: string, numbers: string) =>
  `(SELECT string_agg(attname, ', ' ORDER BY n) FROM unnest(${numbers}) WITH ORDINALITY AS k (number, n)
    JOIN pg_attribute ON attrelid = ${table} AND attnum = k.number)`

/** Without partial and expression indexes, which Prisma cannot describe. */
const KEYS = `
  SELECT t.relname || CASE WHEN indisprimary THEN ' primary (' ELSE ' unique (' END
    || ${columnsOf('indrelid', '(indkey::int2[])[0:indnkeyatts - 1]')} || ')' AS fact
  FROM pg_index JOIN ${TABLES} AND t.oid = indrelid
  WHERE indisunique AND indpred IS NULL AND indexprs IS NULL`

const REFERENCES = `
  SELECT t.relname || ' (' || ${columnsOf('conrelid', 'conkey')} || ') -> ' || confrelid::regclass
    || ' (' || ${columnsOf('confrelid', 'confkey')} || ') on delete '
    || CASE confdeltype WHEN 'a' THEN 'NoAction' WHEN 'r' THEN 'Restrict' WHEN 'c' THEN 'Cascade'
      WHEN 'n' THEN 'SetNull' ELSE 'SetDefault' END AS fact
  FROM pg_constraint JOIN ${TABLES} AND t.oid = conrelid WHERE contype = 'f'`
