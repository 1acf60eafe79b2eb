/**
 * `upgrade/old` and `upgrade/new` are a small schema at two versions. `upgrade/baseline` replaces the
 * migrations of `upgrade/new`.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDatabase } from '../../dev/database.ts'
import type { Secrets } from '../../dev/environment.ts'
import { createProgress } from '../../dev/progress.ts'
import { migrate } from '../../prisma/migrate.ts'
import { createEmptyDatabase } from '../support/servers.ts'

const OLD = new URL('./upgrade/old/', import.meta.url)
const NEW = new URL('./upgrade/new/', import.meta.url)
const BASELINE = new URL('./upgrade/baseline/', import.meta.url)

test('an old database gets the current schema and keeps its rows', async () => {
  const { url, sql } = await openDatabase()
  expect(await migrate(url, { source: OLD })).toEqual([
    '0001_tables',
    'functions/names',
    'functions/weights',
  ])
  await sql(`INSERT INTO boxes VALUES ('first', 3)`)

  expect(await migrate(url, { source: NEW })).toEqual([
    '0002_colors',
    'functions/names',
    'functions/weights',
  ])
  const fresh = await openDatabase()
  await migrate(fresh.url, { source: NEW })
  expect(await sql(SCHEMA)).toEqual(await fresh.sql(SCHEMA))
  expect(await sql('SELECT therapy.name_of(b) AS name FROM boxes b')).toEqual([
    { name: 'brown first of 3' },
  ])
  await expect(sql(`INSERT INTO boxes VALUES ('second', 11, 'red')`)).rejects.toThrow('heavier')
})

test('applied migrations are not repeated, except functions whose text changed', async () => {
  const { url, sql } = await openDatabase()
  const source = await copyOf(NEW)
  const applied: string[] = []
  const onApplied = (name: string) => applied.push(name)
  await migrate(url, { source: source.url, onApplied })
  expect(applied).toHaveLength(4)
  expect(await migrate(url, { source: source.url })).toEqual([])

  await source.edit('functions/weights.sql', (text) => text.replaceAll('10', '20'))
  expect(await migrate(url, { source: source.url })).toEqual(['functions/weights'])
  await sql(`INSERT INTO boxes VALUES ('heavy', 15, 'red')`)
  expect(await migrate(url, { source: source.url })).toEqual([])
})

test('an edited migration is refused, and nothing is applied', async () => {
  const { url } = await openDatabase()
  const source = await copyOf(NEW)
  await migrate(url, { source: OLD })
  await source.edit('migrations/0001_tables/migration.sql', (text) => `${text}-- Edited.\n`)
  await expect(migrate(url, { source: source.url })).rejects.toThrow(
    'Migration 0001_tables was edited after it was applied.',
  )
  expect(await migrate(url, { source: NEW })).toContain('0002_colors')
})

test('an older version does not touch a newer database', async () => {
  const { url, sql } = await openDatabase()
  await migrate(url, { source: NEW })
  const before = await sql(SCHEMA)
  await expect(migrate(url, { source: OLD })).rejects.toThrow(
    'The database has migrations that this version does not have: 0002_colors.',
  )
  expect(await sql(SCHEMA)).toEqual(before)
})

test('a failing migration names the place and is rolled back', async () => {
  const { url, sql } = await openDatabase()
  const source = await copyOf(NEW)
  await source.edit(
    'migrations/0002_colors/migration.sql',
    (text) => `${text}DROP TABLE missing;\nSELECT nonsense;\n`,
  )
  await migrate(url, { source: OLD })
  const before = await sql(SCHEMA)
  const failed = migrate(url, { source: source.url })
  await expect(failed).rejects.toThrow('Migration 0002_colors failed and was rolled back')
  await expect(failed).rejects.toMatchObject({
    cause: { message: 'table "missing" does not exist' },
  })
  expect(await sql(SCHEMA)).toEqual(before)
})

test('functions are applied together or not at all', async () => {
  const { url, sql } = await openDatabase()
  const source = await copyOf(NEW)
  await migrate(url, { source: NEW })
  const before = await sql(SCHEMA)
  await source.edit('functions/names.sql', (text) => text.replace('color', 'id'))
  await source.edit('functions/weights.sql', (text) => `${text}\nSELECT nonsense;\n`)
  await expect(migrate(url, { source: source.url })).rejects.toThrow(
    /prisma\/functions\/weights\.sql failed in line 1\d and was rolled back/,
  )
  expect(await sql(SCHEMA)).toEqual(before)
})

test('reapplying the functions changes nothing', async () => {
  const { url, sql } = await openDatabase()
  await migrate(url)
  const before = await sql(SCHEMA)
  await sql(`UPDATE therapy.applied_functions SET checksum = 'of an older text'`)
  const again = await migrate(url)
  expect(again.length).toBeGreaterThan(10)
  expect(again.filter((name) => !name.startsWith('functions/'))).toEqual([])
  expect(await sql(SCHEMA)).toEqual(before)
})

test('only one of several simultaneous migrations does the work', async () => {
  const { url } = await openDatabase()
  const calls = Array.from({ length: 4 }, () => migrate(url, { source: NEW }))
  const applied = await Promise.all(calls)
  expect(applied.map((names) => names.length).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 4])
})

test('a database of the last version before a baseline gets the schema of the baseline and keeps its rows', async () => {
  const { url, sql } = await openDatabase()
  const source = await rebased()
  await migrate(url, { source: NEW })
  await sql(`INSERT INTO boxes VALUES ('first', 3, 'red')`)

  const applied: string[] = []
  const names = ['0003_names', '0001_tables', 'functions/names', 'functions/weights']
  expect(
    await migrate(url, { source: source.url, onApplied: (name) => applied.push(name) }),
  ).toEqual(names)
  expect(applied).toEqual(names)
  const fresh = await openDatabase()
  await migrate(fresh.url, { source: source.url })
  expect(await sql(SCHEMA)).toEqual(await fresh.sql(SCHEMA))
  expect(await sql(APPLIED)).toEqual(await fresh.sql(APPLIED))
  expect(await sql('SELECT id, weight, color FROM boxes')).toEqual([
    { id: 'first', weight: 3, color: 'red' },
  ])
  expect(await migrate(url, { source: source.url })).toEqual([])
})

test('an applied step towards the baseline is not repeated', async () => {
  const { url } = await openDatabase()
  const source = await rebased()
  const between = await copyOf(NEW)
  await cp(
    new URL('from-2/0003_names/', BASELINE),
    new URL('migrations/0003_names/', between.url),
    {
      recursive: true,
    },
  )
  await migrate(url, { source: between.url })
  expect(await migrate(url, { source: source.url })).toContain('0001_tables')
  expect(await migrate(url, { source: source.url })).toEqual([])
})

test('a failing step keeps the migrations before it, and the next run continues there', async () => {
  const { url, sql } = await openDatabase()
  const source = await rebased()
  await migrate(url, { source: NEW })
  await source.edit('from-2/0003_names/migration.sql', (text) => `${text}SELECT nonsense;\n`)
  const before = [await sql(SCHEMA), await sql(APPLIED)]
  await expect(migrate(url, { source: source.url })).rejects.toThrow('Migration 0003_names failed')
  expect([await sql(SCHEMA), await sql(APPLIED)]).toEqual(before)
  expect(await migrate(url, { source: (await rebased()).url })).toContain('0003_names')
})

test('a database of an older version is refused unchanged, with the version to run first', async () => {
  const { url, sql } = await openDatabase()
  const source = await rebased()
  await migrate(url, { source: OLD })
  const before = [await sql(SCHEMA), await sql(APPLIED)]
  await expect(migrate(url, { source: source.url })).rejects.toThrow(
    'The database was created by a version before 2.1.0. Run `therapy migrate` of version 2.1.0 first, then of this version.',
  )
  expect([await sql(SCHEMA), await sql(APPLIED)]).toEqual(before)
  await migrate(url, { source: NEW })
  expect(await migrate(url, { source: source.url })).toContain('0001_tables')
})

test('bin/up names the version to start first for a folder of an older version', async () => {
  const { url, sql } = await openDatabase()
  const source = await copyOf(OLD)
  await migrate(url, { source: source.url })
  const chain = await readFile(new URL('../../prisma/from-2/chain.json', import.meta.url), 'utf8')
  const { first } = JSON.parse(chain) as { first: string }
  await sql(`UPDATE _prisma_migrations SET checksum = '${first}'`)

  const progress = createProgress(process.stderr)
  const prepared = prepareDatabase(url, '/tmp/of-2.20', {} as Secrets, progress)
  await expect(prepared).rejects.toThrow(
    '/tmp/of-2.20 was created by a version before 2.21.0. Run bin/up of version 2.21.0 with this folder once',
  )
})

test('one of several simultaneous runs adopts the baseline', async () => {
  const { url } = await openDatabase()
  const source = await rebased()
  await migrate(url, { source: NEW })
  const calls = Array.from({ length: 4 }, () => migrate(url, { source: source.url }))
  const applied = await Promise.all(calls)
  expect(applied.map((names) => names.length).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 4])
})

const openDatabase = async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const sql = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client(database.ownerUrl)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  return { url: database.ownerUrl, sql }
}

const copyOf = async (source: URL) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'therapy-migrate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(source, folder, { recursive: true })
  return {
    url: pathToFileURL(`${folder}/`),
    edit: async (file: string, change: (text: string) => string) => {
      const at = path.join(folder, file)
      await writeFile(at, change(await readFile(at, 'utf8')))
    },
  }
}

/** The schema of `upgrade/new` after a baseline. */
const rebased = async () => {
  const source = await copyOf(NEW)
  await rm(new URL('migrations/', source.url), { recursive: true })
  await cp(BASELINE, source.url, { recursive: true })
  return source
}

const APPLIED = 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1'

const SCHEMA = `
  SELECT attrelid::regclass::text || '.' || attname AS name, format_type(atttypid, atttypmod) AS what
  FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
  WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'therapy'::regnamespace) AND attnum > 0
  UNION ALL
  SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger
  UNION ALL
  SELECT oid::regprocedure::text, pg_get_functiondef(oid) || proowner::regrole || COALESCE(proacl::text, '')
  FROM pg_proc WHERE pronamespace = 'therapy'::regnamespace
  ORDER BY 1, 2`
