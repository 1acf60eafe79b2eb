/** Migrations that a release has brought to databases never change: prisma/released.json has their checksums. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { changedSinceRelease, recordRelease } from '../../prisma/released.ts'

const PRISMA = new URL('../../prisma/', import.meta.url)

test('no migration has changed since its release, and new ones come after it', async () => {
  expect(await changedSinceRelease(PRISMA)).toEqual([])
})

test('from 3.0.0 on the baseline is released: node prisma/released.ts, before the version is tagged', async () => {
  const { version } = await read<{ version: string }>(new URL('../package.json', PRISMA))
  const released = await read<Record<string, string>>(new URL('released.json', PRISMA))
  expect(version.startsWith('2.') || 'migrations/0001_tables' in released).toBe(true)
})

test('a released migration that is edited, gone, or preceded by a new one is named', async () => {
  const source = await copyOfBaseline()
  expect(await recordRelease(source)).toEqual(['migrations/0001_tables', 'from-2/0003_names'])
  expect(await changedSinceRelease(source)).toEqual([])

  await cp(new URL('migrations/0001_tables', source), new URL('migrations/0002_more', source), {
    recursive: true,
  })
  expect(await changedSinceRelease(source)).toEqual([])
  expect(await recordRelease(source)).toEqual(['migrations/0002_more'])

  await cp(new URL('migrations/0001_tables', source), new URL('migrations/0001_view', source), {
    recursive: true,
  })
  await rm(new URL('from-2/0003_names', source), { recursive: true })
  await edit(new URL('migrations/0001_tables/migration.sql', source))
  const changed = [
    'migrations/0001_tables was edited after its release.',
    'from-2/0003_names was released and is now missing.',
    'migrations/0001_view comes before migrations/0002_more, which was released.',
  ]
  expect(await changedSinceRelease(source)).toEqual(changed)
  await expect(recordRelease(source)).rejects.toThrow(changed[0]!)
})

const copyOfBaseline = async (): Promise<URL> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'therapy-released-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(new URL('./upgrade/baseline/', import.meta.url), folder, { recursive: true })
  await writeFile(path.join(folder, 'released.json'), '{}\n')
  return pathToFileURL(`${folder}/`)
}

const read = async <T>(file: URL) => JSON.parse(await readFile(file, 'utf8')) as T

const edit = async (file: URL) =>
  writeFile(file, `${await readFile(file, 'utf8')}-- A comment is a change too.\n`)
