import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FAILURE_CONVERTER_PATH } from '../providers/temporal/index.ts'

const BUNDLER = fileURLToPath(new URL('./write-bundle.ts', import.meta.url))
const BUNDLE_TIMEOUT_MS = 120_000

/** Lists the workflows. */
export const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url))

/**
 * The workflows' code as the worker's sandbox runs it. Bundling takes seconds, so bundles are kept
 * outside of the tree, by a hash of everything that goes into them. `traced` ones make spans.
 */
export const workflowBundle = async ({ traced = false } = {}): Promise<{ codePath: string }> => {
  const name = `${await contentHash()}${traced ? '-traced' : ''}`
  const codePath = path.join(cacheDir(), `${name}.js`)
  if (existsSync(codePath)) return { codePath }
  // In a process of its own: webpack would stay in this one's memory for ever.
  const args = [BUNDLER, codePath, ...(traced ? ['traced'] : [])]
  try {
    await promisify(execFile)(process.execPath, args, { timeout: BUNDLE_TIMEOUT_MS })
  } catch (cause) {
    throw new Error(
      `The workflows could not be bundled into ${codePath}. Let XDG_CACHE_HOME name a folder that this process may write to.`,
      { cause },
    )
  }
  return { codePath }
}

const cacheDir = () =>
  path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'therapy-care',
    'bundles',
  )

/** Of the modules that the bundle is made of, and of the SDK's version. */
const contentHash = async (): Promise<string> => {
  const hash = createHash('sha256').update(sdkVersion())
  const seen = new Set<string>()
  const queue = [WORKFLOWS_PATH, FAILURE_CONVERTER_PATH]
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (seen.has(file)) continue
    seen.add(file)
    const source = await readFile(file, 'utf8')
    hash.update(path.basename(file)).update('\0').update(source).update('\0')
    const folder = path.dirname(file)
    queue.push(...ownImports(source).map((it) => resolveFrom(folder, it)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Modules of ours that a module imports for more than their types. */
const ownImports = (source: string): string[] =>
  [
    ...source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?['"]((?:#|\.{1,2}\/)[^'"]+)['"]/gm),
  ].map(([, specifier]) => specifier!)

const resolveFrom = (folder: string, specifier: string): string =>
  specifier.startsWith('#')
    ? fileURLToPath(import.meta.resolve(specifier))
    : path.resolve(folder, specifier)

const sdkVersion = (): string => {
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
    version: string
  }
  return version
}
