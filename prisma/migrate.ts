/**
 * Brings a database up to date: applies what is new in prisma/migrations, then prisma/functions
 * (docs/decisions/0003). Migrations have Prisma's own format and bookkeeping.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { ADVISORY_LOCKS } from '#platform/core/transactions/advisory-locks.ts'
import { alignTimeZones } from './time-zones.ts'

export interface MigrateOptions {
  /** Passwords of the two login roles that the processes use; a role without one is left as it is. */
  appPassword?: string
  systemPassword?: string
  /** Called with each name as it is applied. */
  onApplied?: (name: string) => void
  /** The folder of `migrations/` and `functions/`, ending in a slash. */
  source?: URL
}

interface Script {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings the database up to date and returns what was applied by this call: migrations by their
 * names, functions as `functions/<file>`. Calls at the same time wait for each other.
 */
export const migrate = async (
  ownerUrl: string,
  { source = new URL('./', import.meta.url), ...options }: MigrateOptions = {},
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    const fresh = await newMigrations(client, await migrationsOf(source))
    for (const migration of fresh) {
      await inTransaction(client, () => applyMigration(client, migration))
      options.onApplied?.(migration.name)
    }
    // A migration may drop what a trigger or a policy hangs on: after one, all functions are applied.
    const functions = await functionsOf(source)
    const stale = fresh.length > 0 ? functions : await changedFunctions(client, functions)
    if (stale.length > 0) await inTransaction(client, () => applyFunctions(client, stale))
    for (const { name } of stale) options.onApplied?.(name)
    if (await hasTimeZones(client)) await inTransaction(client, () => alignTimeZones(client))
    await closeDatabase(client)
    await login(client, 'therapy_app', options.appPassword)
    await login(client, 'therapy_system', options.systemPassword)
    return [...fresh, ...stale].map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const migrationsOf = async (source: URL): Promise<Script[]> => {
  const folder = new URL('migrations/', source)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.toSorted().map((name) => scriptOf(name, new URL(`${name}/migration.sql`, folder))),
  )
}

const functionsOf = async (source: URL): Promise<Script[]> => {
  const folder = new URL('functions/', source)
  const names = (await readdir(folder)).map((file) => file.replace(/\.sql$/, ''))
  return Promise.all(
    names.toSorted().map((name) => scriptOf(`functions/${name}`, new URL(`${name}.sql`, folder))),
  )
}

const scriptOf = async (name: string, file: URL): Promise<Script> => {
  const sql = await readFile(file, 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

const newMigrations = async (client: pg.Client, migrations: Script[]): Promise<Script[]> => {
  await client.query(MIGRATIONS_TABLE)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new Error(`Migration ${name} was edited after it was applied. Add a new one.`)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(
      `The database has migrations that this version does not: ${unknown.join(', ')}. Use the version that applied them, or another database.`,
    )
  return migrations.filter(({ name }) => !applied.has(name))
}

const changedFunctions = async (client: pg.Client, functions: Script[]): Promise<Script[]> => {
  await client.query(FUNCTIONS_TABLE)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM therapy.applied_functions',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

const applyMigration = async (client: pg.Client, { name, sql, checksum }: Script) => {
  await run(client, `Migration ${name}`, sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    [randomUUID(), checksum, name],
  )
}

const applyFunctions = async (client: pg.Client, functions: Script[]) => {
  await client.query(FUNCTIONS_TABLE)
  for (const { name, sql, checksum } of functions) {
    await run(client, `prisma/${name}.sql`, sql)
    await client.query(
      `INSERT INTO therapy.applied_functions (name, checksum) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
}

const run = async (client: pg.Client, what: string, sql: string) => {
  try {
    await client.query(sql)
  } catch (error) {
    const position = error instanceof pg.DatabaseError ? Number(error.position) : NaN
    const line = position > 0 ? ` in line ${sql.slice(0, position).split('\n').length}` : ''
    throw new Error(`${what} failed${line} and was rolled back`, { cause: error })
  }
}

/** Schemas of tests do not have them. */
const hasTimeZones = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT to_regproc('therapy.compared_zones') IS NOT NULL AS has`,
  )
  return rows[0]!.has
}

const inTransaction = async (client: pg.Client, work: () => Promise<unknown>) => {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`

const FUNCTIONS_TABLE = `CREATE TABLE IF NOT EXISTS therapy.applied_functions (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

/**
 * Nobody but the owner makes temporary tables: one could hide a table of ours. A database that
 * was copied or restored starts without this, so that it is no migration's.
 */
export const closeDatabase = (client: pg.Client): Promise<unknown> =>
  client.query(`DO $$ BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END $$`)

const login = async (client: pg.Client, role: string, password: string | undefined) => {
  if (password === undefined) return
  await client.query(
    `ALTER ROLE ${client.escapeIdentifier(role)} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
  )
}
