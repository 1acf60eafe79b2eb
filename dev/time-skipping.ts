/** The time-skipping test server, downloaded by the SDK or taken from a wheel. */
import type { Reporting } from './downloads.ts'
import { withLock } from './lock.ts'
import { executable } from './on-path.ts'
import { cacheDir } from './paths.ts'
import { lastLine } from './python-index.ts'
import { downloaded, sdkDownload } from './sdk-download.ts'
import { TEMPORAL_TEST_SERVER, wheelProgram, wheelProgramPath } from './wheels.ts'

/**
 * The program for `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path',
 * path } } })`; undefined if neither source works.
 */
export async function timeSkippingServerPath(options: Reporting = {}): Promise<string | undefined> {
  const sdkFolder = cacheDir('time-skipping-sdk')
  const cached = () => downloaded(sdkFolder) ?? executable(wheelProgramPath(TEMPORAL_TEST_SERVER))
  const ready = cached()
  if (ready) return ready
  return withLock(cacheDir('locks', 'time-skipping'), async () => {
    const found = cached() ?? (await sdkDownload('time-skipping', sdkFolder, options))
    if (found) return found
    try {
      return await wheelProgram(TEMPORAL_TEST_SERVER, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      options.log?.(`the time-skipping server is not available: ${lastLine(error)}`)
      return undefined
    }
  })
}
