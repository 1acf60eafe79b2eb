import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder, hashOfBuild } from '../providers/build-cache/index.ts'
import { FAILURE_CONVERTER_PATH } from '../providers/temporal/index.ts'

const BUNDLER = fileURLToPath(new URL('./write-bundle.ts', import.meta.url))
const BUNDLE_TIMEOUT_MS = 120_000

/** The module that exports the workflows. */
export const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url))

/**
 * The code of the workflows for the worker's sandbox. Bundling takes seconds, so bundles are cached outside the
 * source tree under a hash of their sources. `traced` bundles create spans.
 */
export const workflowBundle = async ({ traced = false } = {}): Promise<{ codePath: string }> => {
  const hash = await hashOfBuild({
    modules: [WORKFLOWS_PATH, FAILURE_CONVERTER_PATH],
    versions: [sdkVersion()],
  })
  const codePath = path.join(cacheFolder('bundles'), `${hash}${traced ? '-traced' : ''}.js`)
  if (existsSync(codePath)) return { codePath }
  // Runs in a separate process, because webpack would keep its memory in this one.
  const args = [BUNDLER, codePath, ...(traced ? ['traced'] : [])]
  try {
    await promisify(execFile)(process.execPath, args, { timeout: BUNDLE_TIMEOUT_MS })
  } catch (cause) {
    throw new Error(
      `The workflows could not be bundled into ${codePath}. Set XDG_CACHE_HOME to a folder that this process may write to.`,
      { cause },
    )
  }
  return { codePath }
}

const sdkVersion = (): string => {
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
    version: string
  }
  return version
}
