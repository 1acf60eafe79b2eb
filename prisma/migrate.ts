/**
 * Brings a database up to date: applies new migrations of prisma/migrations, then prisma/functions
 * (docs/decisions/0003). Migrations use Prisma's own format and bookkeeping.
 */
import pg from 'pg'
import { ADVISORY_LOCKS } from '#platform/core/transactions/advisory-locks.ts'
import { adoptVersion2 } from './adopt.ts'
import {
  applyMigration,
  appliedMigrations,
  functionsIn,
  inTransaction,
  migrationsIn,
  runScript,
  type Script,
} from './scripts.ts'
import { alignTimeZones } from './time-zones.ts'

export interface MigrateOptions {
  /** Passwords of the two login roles of the processes. A role without one keeps its password. */
  appPassword?: string
  systemPassword?: string
  /** Called with the name of each script when it is applied. */
  onApplied?: (name: string) => void
  /** The folder that contains `migrations/`, `functions/` and `from-2/`, ending in a slash. */
  source?: URL
}

/**
 * Brings the database up to date and returns what this call applied: the names of migrations, and functions as
 * `functions/<file>`. Simultaneous calls wait for each other.
 */
export const migrate = async (
  ownerUrl: string,
  {
    source = new URL('./', import.meta.url),
    onApplied = () => {},
    ...options
  }: MigrateOptions = {},
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    const migrations = await migrationsIn(new URL('migrations/', source))
    const adopted = await adoptVersion2(client, source, migrations, onApplied)
    const fresh = await newMigrations(client, migrations)
    for (const migration of fresh) {
      await applyMigration(client, migration)
      onApplied(migration.name)
    }
    // A migration may drop an object on which a trigger or a policy depends, so after a migration all functions
    // are applied.
    const functions = await functionsIn(new URL('functions/', source))
    const migrated = adopted.length + fresh.length > 0
    const stale = migrated ? functions : await changedFunctions(client, functions)
    if (stale.length > 0) await inTransaction(client, () => applyFunctions(client, stale))
    for (const { name } of stale) onApplied(name)
    if (await hasTimeZones(client)) await inTransaction(client, () => alignTimeZones(client))
    await closeDatabase(client)
    await login(client, 'therapy_app', options.appPassword)
    await login(client, 'therapy_system', options.systemPassword)
    return [...adopted, ...[...fresh, ...stale].map(({ name }) => name)]
  } finally {
    await client.end()
  }
}

const newMigrations = async (client: pg.Client, migrations: Script[]): Promise<Script[]> => {
  const applied = await appliedMigrations(client)
  for (const { name, checksum } of migrations)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new Error(`Migration ${name} was edited after it was applied. Add a new one.`)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(
      `The database has migrations that this version does not have: ${unknown.join(', ')}. Use the version that applied them, or another database.`,
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

const applyFunctions = async (client: pg.Client, functions: Script[]) => {
  await client.query(FUNCTIONS_TABLE)
  for (const { name, sql, checksum } of functions) {
    await runScript(client, `prisma/${name}.sql`, sql)
    await client.query(
      `INSERT INTO therapy.applied_functions (name, checksum) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
}

/** Schemas created by tests do not have the function. */
const hasTimeZones = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT to_regproc('therapy.compared_zones') IS NOT NULL AS has`,
  )
  return rows[0]!.has
}

const FUNCTIONS_TABLE = `CREATE TABLE IF NOT EXISTS therapy.applied_functions (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

/**
 * Only the owner can create temporary tables, because one could hide a table of ours. A database that was
 * copied or restored lacks this setting, so it is not part of a migration.
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
