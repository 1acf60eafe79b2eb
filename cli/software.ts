import { readdirSync, readFileSync } from 'node:fs'

const ROOT = new URL('../', import.meta.url)

export interface Software {
  version: string
  /** The newest migration that it contains. */
  migration: string
}

/** The version of this checkout. */
export const software = (): Software => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    version: string
  }
  const entries = readdirSync(new URL('prisma/migrations/', ROOT), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return { version, migration: folders.toSorted().at(-1)! }
}
