/** Some builds take seconds. They are cached outside the source tree under a hash of all their inputs. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'

/** The folder for one kind of build. XDG_CACHE_HOME moves it. */
export const cacheFolder = (kind: string): string =>
  path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'therapy-care', kind)

export interface BuildInputs {
  /** Modules. Modules of this project that they import count too, except type-only imports. */
  modules: readonly string[]
  /** Other files that the build reads. */
  files?: readonly string[]
  /** Inputs that are not files of this project, such as a library's version. */
  versions?: readonly string[]
}

/** Equal for equal sources, wherever they are. */
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

/** The project's modules that a module imports, without type-only imports. */
const ownImports = (source: string): string[] =>
  [
    ...source.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'"=]*?\bfrom\s*)?['"]((?:#|\.{1,2}\/)[^'"]+)['"]/gm,
    ),
  ].map(([, specifier]) => specifier!)

const resolveFrom = (folder: string, specifier: string): string =>
  specifier.startsWith('#')
    ? createRequire(import.meta.url).resolve(specifier)
    : path.resolve(folder, specifier)
