/**
 * Upgrades from version 2, whose migrations the baseline of version 3 replaced (docs/decisions/0003). `from-2/`
 * contains what the last release of version 2 lacks compared with the baseline. In a database that has both,
 * the baseline is recorded as applied.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import {
  applyMigration,
  appliedMigrations,
  checksumOf,
  inTransaction,
  migrationsIn,
  recordMigration,
  type Script,
} from './scripts.ts'

/** The content of `from-2/chain.json`: the migrations of the last release of version 2. */
interface Chain {
  version: string
  /** The checksum of version 2's `0001_tables`; the baseline has a different file of this name. */
  first: string
  /** The checksum of all migrations, computed over a line `<name> <checksum>` for each, in order. */
  all: string
  /** The migrations that replaced them. */
  baseline: string[]
}

/** The database has a version that cannot be upgraded directly to this one. */
export class TooOldError extends Error {
  override readonly name = 'TooOldError'
  /** The version to upgrade to first. */
  readonly version: string

  constructor(version: string) {
    super(
      `The database was created by a version before ${version}. Run \`therapy migrate\` of version ${version} first, then of this version.`,
    )
    this.version = version
  }
}

/**
 * Records the baseline in a database of version 2, after applying the migrations of `from-2/` that it lacks.
 * Returns the names of these migrations and of the baseline, or nothing for any other database.
 */
export const adoptVersion2 = async (
  client: pg.ClientBase,
  source: URL,
  migrations: readonly Script[],
  onApplied: (name: string) => void,
): Promise<string[]> => {
  const folder = new URL('from-2/', source)
  const chain = await chainIn(folder)
  const applied = await appliedMigrations(client)
  if (!chain || applied.get('0001_tables') !== chain.first) return []
  const steps = await migrationsIn(folder)
  const missing = steps.filter(({ name }) => !applied.has(name))
  for (const { name } of steps) applied.delete(name)
  if (digestOf(applied) !== chain.all) throw new TooOldError(chain.version)

  for (const step of missing) {
    await applyMigration(client, step)
    onApplied(step.name)
  }
  const baseline = migrations.filter(({ name }) => chain.baseline.includes(name))
  await inTransaction(client, async () => {
    await client.query('DELETE FROM _prisma_migrations')
    for (const migration of baseline) await recordMigration(client, migration)
  })
  for (const { name } of baseline) onApplied(name)
  return [...missing, ...baseline].map(({ name }) => name)
}

const chainIn = async (folder: URL): Promise<Chain | undefined> => {
  try {
    return JSON.parse(await readFile(new URL('chain.json', folder), 'utf8')) as Chain
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const digestOf = (migrations: ReadonlyMap<string, string>): string =>
  checksumOf(
    [...migrations]
      .map(([name, checksum]) => `${name} ${checksum}\n`)
      .toSorted()
      .join(''),
  )
