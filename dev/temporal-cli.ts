/** Finds the `temporal` program, or gets it: PATH, our cache, the SDK's download, `go install`. */
import { execFile } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { messageOf } from './errors.ts'
import { withLock } from './lock.ts'
import { cacheDir } from './paths.ts'
import { sdkDownload } from './sdk-download.ts'

/** The newest release that `go install` accepts: later ones carry a `replace` directive. */
const GO_PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'

export interface TemporalCliOptions {
  log?: (line: string) => void
  signal?: AbortSignal | undefined
}

export async function temporalCli(options: TemporalCliOptions = {}): Promise<string> {
  const cached = cacheDir('bin', 'temporal')
  const ready = onPath('temporal') ?? executable(cached)
  if (ready) return ready
  return withLock(cacheDir('locks', 'temporal-cli'), async () => {
    const found = executable(cached) ?? (await download(options)) ?? (await build(cached, options))
    if (found) return found
    throw new Error(
      'The Temporal server could not be found, downloaded or built. Install the `temporal` program ' +
        '(https://docs.temporal.io/cli) or Go 1.24 or later and start again; or start the servers of ' +
        'temporal-compose.yml and set TEMPORAL_ADDRESS and DATABASE_URL.',
    )
  })
}

async function download({ log, signal }: TemporalCliOptions): Promise<string | undefined> {
  log?.('downloading the Temporal server (once)')
  return sdkDownload('dev-server', cacheDir('temporal-cli'), { timeoutMs: 120_000, signal })
}

async function build(cached: string, options: TemporalCliOptions): Promise<string | undefined> {
  const go = onPath('go')
  if (!go) return undefined
  options.log?.('building the Temporal server with Go (once, about 3 minutes)')
  mkdirSync(path.dirname(cached), { recursive: true })
  const env = { ...process.env, GOBIN: path.dirname(cached), GOFLAGS: '' }
  try {
    const { signal } = options
    await promisify(execFile)(go, ['install', GO_PACKAGE], { env, ...(signal && { signal }) })
  } catch (error) {
    options.signal?.throwIfAborted()
    options.log?.(`go install failed: ${messageOf(error).trim().split('\n').at(-1)}`)
  }
  return executable(cached)
}

export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  return folders.map((folder) => executable(path.join(folder, name))).find(Boolean)
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}
