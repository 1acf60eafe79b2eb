import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfPerson } from '#vocabulary/erasing.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** What erasures do with each table and text column of the database. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** Columns that can contain words: no keys or generated columns. */
const texts = () =>
  api.query<{ table: string; column: string }>(`
    SELECT c.relname AS table, a.attname AS column
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND format_type(a.atttypid, NULL) IN ('text', 'jsonb', 'json', 'text[]', 'bytea', 'character varying')
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))`)

type Ruled = Pick<OfPerson, 'erasing'>

/** Whether all rows of the person are removed, whatever they contain. */
const isRemoved = ({ erasing }: Ruled) =>
  erasing.some((rule) => rule.how === 'REMOVE' && !rule.where)

const emptied = ({ erasing }: Ruled) =>
  erasing
    .flatMap((rule) => (rule.how === 'EMPTY' ? rule.columns : []))
    .map((name) => name.split('.')[0]!)

const isAnothers = ({ erasing }: Ruled) =>
  erasing.some((rule) => rule.how === 'KEEP' && rule.because === 'CHILDS_RECORD')

test('every text in a table of a person is removed, emptied, a code, or part of a child’s record', async () => {
  const columns = await texts()
  expect(columns.length).toBeGreaterThan(200)
  const forgotten: string[] = []
  const needless: string[] = []
  for (const [table, { child, client, mentions, nonPersonalColumns = [] }] of Object.entries(
    PERSON_TABLES,
  )) {
    const own = columns.filter((it) => it.table === table).map(({ column }) => column)
    for (const of of [child, client, mentions]) {
      if (!of || isRemoved(of) || isAnothers(of)) continue
      const known = new Set([...emptied(of), ...nonPersonalColumns])
      forgotten.push(...own.filter((column) => !known.has(column)).map((it) => `${table}.${it}`))
    }
    needless.push(
      ...nonPersonalColumns.filter((it) => !own.includes(it)).map((it) => `${table}.${it}`),
    )
  }
  expect(forgotten).toEqual([])
  expect(needless).toEqual([])
})

test('the erasing role can access all of these tables, and no other', async () => {
  const rows = await api.query<{ name: string; may: string[] }>(`
    SELECT c.relname AS name, ARRAY(SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
      WHERE has_table_privilege('therapy_eraser', c.oid, p)) AS may
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND has_any_column_privilege('therapy_eraser', c.oid, 'SELECT, UPDATE')
    ORDER BY 1`)
  const { tenants, ...reached } = Object.fromEntries(rows.map(({ name, may }) => [name, may]))
  // Only the columns that decide the retention.
  expect(tenants).toEqual([])
  expect(Object.keys(reached)).toEqual(Object.keys(PERSON_TABLES).toSorted())
  for (const may of Object.values(reached)) expect(may).toEqual(['SELECT', 'UPDATE', 'DELETE'])
})
