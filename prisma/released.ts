/**
 * `released.json` contains the checksums of all released migrations, whose text never changes again. `node
 * prisma/released.ts` adds those of the release in preparation (CONTRIBUTING, "A release").
 */
import { readFile, writeFile } from 'node:fs/promises'
import { migrationsIn } from './scripts.ts'

/** Checksums, keyed by a migration's folder, such as `migrations/0001_tables`. */
type Checksums = Record<string, string>

const FOLDERS = ['migrations', 'from-2']

/** Describes each migration of a folder that differs from its release. */
export const changedSinceRelease = async (source: URL): Promise<string[]> => {
  const [released, current] = await Promise.all([releasedIn(source), checksumsIn(source)])
  const changed = Object.entries(released).flatMap(([name, checksum]) => {
    if (current[name] === undefined) return [`${name} was released and is now missing.`]
    return current[name] === checksum ? [] : [`${name} was edited after its release.`]
  })
  const last = lastMigration(released)
  const early = Object.keys(current).filter(
    (name) => released[name] === undefined && name.startsWith('migrations/') && name < last,
  )
  return [...changed, ...early.map((name) => `${name} comes before ${last}, which was released.`)]
}

/** Adds the migrations that have not been released. Returns their names. */
export const recordRelease = async (source: URL): Promise<string[]> => {
  const changed = await changedSinceRelease(source)
  if (changed.length > 0) throw new Error(`${changed.join(' ')} Add a new migration instead.`)
  const [released, current] = await Promise.all([releasedIn(source), checksumsIn(source)])
  await writeFile(new URL('released.json', source), `${JSON.stringify(current, null, 2)}\n`)
  return Object.keys(current).filter((name) => released[name] === undefined)
}

const releasedIn = async (source: URL) =>
  JSON.parse(await readFile(new URL('released.json', source), 'utf8')) as Checksums

const checksumsIn = async (source: URL): Promise<Checksums> => {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => {
      const migrations = await migrationsIn(new URL(`${folder}/`, source))
      return migrations.map(({ name, checksum }) => [`${folder}/${name}`, checksum] as const)
    }),
  )
  return Object.fromEntries(found.flat())
}

const lastMigration = (released: Checksums): string =>
  Object.keys(released)
    .filter((name) => name.startsWith('migrations/'))
    .toSorted()
    .at(-1) ?? ''

if (import.meta.main) {
  const added = await recordRelease(new URL('./', import.meta.url))
  console.log(
    added.length > 0 ? `Released: ${added.join(', ')}` : 'All migrations are already released.',
  )
}
