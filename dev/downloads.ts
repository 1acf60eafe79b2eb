/** Downloads by other programs: progress and the end of one that stalls, both by what they write. */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { elapsed } from './progress.ts'

export interface Reporting {
  /** Progress lines. */
  log?: ((line: string) => void) | undefined
  signal?: AbortSignal | undefined
}

export interface DownloadOptions extends Reporting {
  what: string
  /** Where the program writes. */
  dir: string
  /** The program is ended when `dir` has not grown for so long. */
  stallMs: number
  env?: NodeJS.ProcessEnv
}

/** A shorter wait needs no line of its own. */
const REPORT_EVERY_MS = 3_000
const LOOK_EVERY_MS = 250

/** Runs the program to its end. Throws when it fails, stalls, or the signal aborts. */
export async function runDownload(
  command: string,
  args: readonly string[],
  { what, dir, stallMs, env = process.env, log, signal }: DownloadOptions,
): Promise<void> {
  const stalled = new AbortController()
  let [bytes, grewAt] = [sizeOf(dir), Date.now()]
  const look = setInterval(() => {
    const now = sizeOf(dir)
    if (now > bytes) grewAt = Date.now()
    else if (Date.now() - grewAt > stallMs) stalled.abort()
    bytes = now
  }, LOOK_EVERY_MS)
  using _ = reportProgress(what, () => bytes, log)
  try {
    const either = AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])])
    await promisify(execFile)(command, args, { env, signal: either })
  } catch (error) {
    signal?.throwIfAborted()
    if (!stalled.signal.aborted) throw error
    throw new Error(`nothing was received for ${elapsed(stallMs)}`, { cause: error })
  } finally {
    clearInterval(look)
  }
}

/** Says every few seconds how long it has taken and, when known, how many bytes there are. */
export function reportProgress(
  what: string,
  bytes: (() => number) | undefined,
  log: ((line: string) => void) | undefined,
): Disposable {
  const since = Date.now()
  const timer = setInterval(() => {
    const size = bytes ? `${(bytes() / 1e6).toFixed(1)} MB, ` : ''
    log?.(`${what}: ${size}${elapsed(Date.now() - since)}`)
  }, REPORT_EVERY_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function sizeOf(dir: string): number {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => statSync(path.join(file.parentPath, file.name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.size ?? 0), 0)
}
