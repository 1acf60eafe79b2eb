/** What is built from the sources takes seconds. It is kept outside the tree, by a hash of all that goes into it. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A folder for one kind of build. XDG_CACHE_HOME moves it. */
export const cacheFolder = (kind: string): string =>
  path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'therapy-care', kind)

export interface BuildInputs {
  /** Modules. What they import of this project counts too, except for types. */
  modules: readonly string[]
  /** Other files that are read while building. */
  files?: readonly string[]
  /** What is not a file of this project, such as the version of a library. */
  versions?: readonly string[]
}

/** The same for the same sources, wherever they are. */
export const hashOfBuild = async (inputs: BuildInputs): Promise<string> => {
  const hash = createHash('sha256')
  for (const version of inputs.versions ?? []) hash.update(version)
  const add = async (file: string) => {
    const source = await readFile(file, 'utf8')
    hash.update(path.basename(file)).update('\0').update(source).update('\0')
    return source
  }
  for (const file of inputs.files ?? []) await add(file)
  const seen = new Set<string>()
  const queue = [...inputs.modules]
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (seen.has(file)) continue
    seen.add(file)
    const folder = path.dirname(file)
    queue.push(...ownImports(await add(file)).map((it) => resolveFrom(folder, it)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Modules of ours that a module imports for more than their types. */
const ownImports = (source: string): string[] =>
  [
    ...source.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'"=]*?\bfrom\s*)?['"]((?:#|\.{1,2}\/)[^'"]+)['"]/gm,
    ),
  ].map(([, specifier]) => specifier!)

const resolveFrom = (folder: string, specifier: string): string =>
  specifier.startsWith('#')
    ? fileURLToPath(import.meta.resolve(specifier))
    : path.resolve(folder, specifier)
