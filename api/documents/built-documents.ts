import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder, hashOfBuild } from '../../providers/build-cache/index.ts'
import { once } from './once.ts'

/** Documents built from this version's operations, as JSON text. */
export interface BuiltDocuments {
  openapi: string
  postman: string
}

const ROOT = path.join(import.meta.dirname, '../..')
const BUILDER = fileURLToPath(new URL('./build-documents.ts', import.meta.url))
const BUILD_TIMEOUT_MS = 300_000
const MOST_BYTES = 128 * 1024 * 1024

/**
 * The OpenAPI document and the Postman collection of this version. Building them takes seconds and 350 MB, so
 * it happens on first use in a separate process. They are cached outside the source tree under a hash of the
 * sources.
 */
export const builtDocuments = once(async (): Promise<BuiltDocuments> => {
  const file = await cacheFile()
  const kept = await readFile(file, 'utf8').catch(unlessMissing)
  const text = kept ?? (await build())
  if (kept === undefined) await keep(file, text)
  return JSON.parse(text) as BuiltDocuments
})

const cacheFile = async (): Promise<string> => {
  const hash = await hashOfBuild({
    modules: [BUILDER],
    files: ['package.json', 'docs/changelog.md', 'docs/errors.md'].map((it) => path.join(ROOT, it)),
  })
  return path.join(cacheFolder('documents'), `${hash}.json`)
}

const build = async (): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [BUILDER], {
    // The process gets no secrets of this one.
    env: {},
    timeout: BUILD_TIMEOUT_MS,
    maxBuffer: MOST_BYTES,
  })
  return stdout
}

/** If the folder is read-only or full, the next process builds the documents again, but no caller misses one. */
const keep = async (file: string, text: string): Promise<void> => {
  // Written atomically, so that concurrent readers never see half a file.
  const fresh = `${file}.${process.pid}`
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(fresh, text)
    await rename(fresh, file)
  } catch (error) {
    if (!NOT_WRITABLE.has(codeOf(error))) throw error
  }
}

const NOT_WRITABLE = new Set<unknown>(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'])

const unlessMissing = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EACCES') throw error
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code

if (import.meta.main) await builtDocuments()
