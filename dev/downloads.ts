/**
 * Runs downloads by other programs. Their progress, and whether they have stalled, are derived from the bytes
 * that they write.
 */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { elapsed } from './progress.ts'

export interface Reporting {
  /** Receives progress lines. */
  log?: ((line: string) => void) | undefined
  signal?: AbortSignal | undefined
}

export interface DownloadOptions extends Reporting {
  what: string
  /** The folder to which the program writes. */
  dir: string
  /** The program is ended if `dir` has not grown for this long. */
  stallMs: number
  env?: NodeJS.ProcessEnv
}

/** Shorter waits are not reported. */
const REPORT_EVERY_MS = 3_000
const LOOK_EVERY_MS = 250

/** Runs the program to its end. Throws if it fails or stalls, or if the signal aborts. */
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

/** Reports every few seconds how long it has taken and, if known, how many bytes there are. */
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
