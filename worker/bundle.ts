import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  bundleWorkflowCode,
  type Logger,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker'
import { FAILURE_CONVERTER_PATH } from '../providers/temporal/index.ts'

const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url))

/**
 * The workflows' code as the worker's sandbox runs it. Bundling takes seconds, so bundles are kept
 * outside of the tree, by a hash of everything that goes into them.
 */
export const workflowBundle = async (logger?: Logger): Promise<{ codePath: string }> => {
  const codePath = path.join(cacheDir(), `${await contentHash()}.js`)
  if (existsSync(codePath)) return { codePath }
  const { code } = await bundle(logger)
  await mkdir(cacheDir(), { recursive: true })
  // Another process may be at it too: a reader never sees half a bundle.
  const fresh = `${codePath}.${process.pid}`
  await writeFile(fresh, code)
  await rename(fresh, codePath)
  return { codePath }
}

const bundle = (logger?: Logger): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({
    workflowsPath: WORKFLOWS_PATH,
    failureConverterPath: FAILURE_CONVERTER_PATH,
    ...(logger && { logger }),
  })

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
    queue.push(...relativeImports(source).map((it) => path.resolve(folder, it)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Modules of ours that a module imports for more than their types. */
const relativeImports = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?['"](\.{1,2}\/[^'"]+)['"]/gm)].map(
    ([, specifier]) => specifier!,
  )

const sdkVersion = (): string => {
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
    version: string
  }
  return version
}
