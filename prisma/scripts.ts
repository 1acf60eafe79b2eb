/** SQL scripts in a folder, and the migrations applied to a database, in Prisma's format and bookkeeping. */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

export interface Script {
  name: string
  sql: string
  checksum: string
}

/** The migrations in a folder, in order: each is a folder with a `migration.sql`. */
export const migrationsIn = async (folder: URL): Promise<Script[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.toSorted().map((name) => scriptOf(name, new URL(`${name}/migration.sql`, folder))),
  )
}

/** The files in a folder, in order, named `functions/<file>`. */
export const functionsIn = async (folder: URL): Promise<Script[]> => {
  const names = (await readdir(folder)).map((file) => file.replace(/\.sql$/, ''))
  return Promise.all(
    names.toSorted().map((name) => scriptOf(`functions/${name}`, new URL(`${name}.sql`, folder))),
  )
}

const scriptOf = async (name: string, file: URL): Promise<Script> => {
  const sql = await readFile(file, 'utf8')
  return { name, sql, checksum: checksumOf(sql) }
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Checksums of the migrations applied to a database, keyed by name. Creates their table if it is missing. */
export const appliedMigrations = async (client: pg.ClientBase): Promise<Map<string, string>> => {
  await client.query(MIGRATIONS_TABLE)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Applies and records a migration in one transaction. */
export const applyMigration = (client: pg.ClientBase, migration: Script): Promise<void> =>
  inTransaction(client, async () => {
    await runScript(client, `Migration ${migration.name}`, migration.sql)
    await recordMigration(client, migration)
  })

export const recordMigration = async (
  client: pg.ClientBase,
  { name, checksum }: Script,
): Promise<void> => {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    [randomUUID(), checksum, name],
  )
}

export const runScript = async (client: pg.ClientBase, what: string, sql: string) => {
  try {
    await client.query(sql)
  } catch (error) {
    const position = error instanceof pg.DatabaseError ? Number(error.position) : NaN
    const line = position > 0 ? ` in line ${sql.slice(0, position).split('\n').length}` : ''
    throw new Error(`${what} failed${line} and was rolled back`, { cause: error })
  }
}

export const inTransaction = async (client: pg.ClientBase, work: () => Promise<unknown>) => {
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
