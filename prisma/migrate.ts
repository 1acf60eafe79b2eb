/**
 * Applies prisma/migrations in Prisma's own format and bookkeeping (`_prisma_migrations`), so that
 * `prisma migrate deploy` works on the same database where its engine is reachable
 * (docs/decisions/0003).
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { ADVISORY_LOCKS } from '#platform/core/advisory-locks.ts'

export interface MigrateOptions {
  /** Passwords of the two login roles that the processes use; a role without one is left as it is. */
  appPassword?: string
  systemPassword?: string
  /** Called with each migration's name as it is applied. */
  onApplied?: (name: string) => void
}

const MIGRATIONS = new URL('./migrations/', import.meta.url)

/** Brings the database up to date and returns the names of the migrations applied by this call. */
export const migrate = async (
  ownerUrl: string,
  options: MigrateOptions = {},
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    await client.query(BOOKKEEPING)
    const applied = await appliedChecksums(client)
    const fresh: string[] = []
    for (const { name, sql, checksum } of await migrations()) {
      const known = applied.get(name)
      if (known === checksum) continue
      if (known)
        throw new Error(`Migration ${name} was edited after it was applied. Add a new one.`)
      await apply(client, name, sql, checksum)
      options.onApplied?.(name)
      fresh.push(name)
    }
    await closeDatabase(client)
    await login(client, 'therapy_app', options.appPassword)
    await login(client, 'therapy_system', options.systemPassword)
    return fresh
  } finally {
    await client.end()
  }
}

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`

const migrations = async () => {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, MIGRATIONS), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const appliedChecksums = async (client: pg.Client) => {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Map(rows.map((row) => [row.migration_name, row.checksum]))
}

const apply = async (client: pg.Client, name: string, sql: string, checksum: string) => {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${name} failed and was rolled back`, { cause: error })
  }
}

/**
 * Nobody but the owner makes temporary tables: one could stand before a table of ours. A database that
 * was copied or restored starts without this, so it is not a migration's alone.
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
