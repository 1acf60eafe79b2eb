/**
 * The API and the worker as a few files each. Node starts them with half the processor time and a fifth less
 * memory than from some 2,000 sources (docs/decisions/0001).
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const ROOT = path.join(import.meta.dirname, '..')

/** The sources by the name of their bundle. */
export const ENTRIES = {
  api: 'api/main.ts',
  worker: 'worker/main.ts',
  demo: 'dev/open-demo-centre.ts',
} as const
type Name = keyof typeof ENTRIES
export type Entry = (typeof ENTRIES)[Name]

/** What bundles are made of. */
const FOLDERS = 'activities api build cli dev domain prisma providers relay worker workflows'
/** Beside the packages that bundles load by name, and removed with them. */
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'processes')
const BUNDLER = path.join(import.meta.dirname, 'write-processes.ts')
const LONGEST_BUILD_MS = 120_000
/** Running processes load further files of their bundle, so it stays for a while after its last use. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000

/** The file to start for an entry. Bundles the processes if their sources have changed. */
export const bundled = async (entry: Entry): Promise<string> => {
  const name = Object.keys(ENTRIES).find((it) => ENTRIES[it as Name] === entry)
  return path.join(await currentBundle(), `${name}.mjs`)
}

let current: Promise<string> | undefined
/** Found once, so that a process that is restarted runs the same version as those beside it. */
const currentBundle = (): Promise<string> => {
  current ??= findBundle().catch((error: unknown) => {
    current = undefined
    throw error
  })
  return current
}

const findBundle = async (): Promise<string> => {
  const folder = path.join(CACHE, hashOfSources())
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date())
  else await build(folder)
  return folder
}

/** Content and place of everything that may be in a bundle. Reading it takes a tenth of a second. */
const hashOfSources = (): string => {
  const hash = createHash('sha256').update(ROOT)
  const files = FOLDERS.split(' ').flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|js|json)$/.test(file))
      .map((file) => path.join(folder, file)),
  )
  for (const file of [...files, 'package.json', 'package-lock.json'])
    hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex').slice(0, 32)
}

/** Builds in a separate process, because the bundler would keep its memory in this one. */
const build = async (folder: string): Promise<void> => {
  const fresh = `${folder}.${process.pid}`
  try {
    const args = [BUNDLER, fresh, ...Object.keys(ENTRIES)]
    await promisify(execFile)(process.execPath, args, { timeout: LONGEST_BUILD_MS })
    renameSync(fresh, folder)
  } catch (cause) {
    // Another process may have built the same bundle meanwhile.
    if (!existsSync(folder))
      throw new Error(`The processes could not be bundled into ${folder}`, { cause })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  removeUnused()
}

const removeUnused = (): void => {
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name)
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - usedAt > KEPT_MS) rmSync(folder, { recursive: true, force: true })
  }
}
