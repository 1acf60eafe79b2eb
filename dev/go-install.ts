/** Programs that Go's own tool builds once: `go install` into our cache. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { reportProgress, type Reporting } from './downloads.ts'
import { executable, onPath } from './on-path.ts'
import { lastLine } from './python-index.ts'

/** Where the program is installed, completely or not at all. Undefined if Go is missing or the build fails. */
export async function goInstall(
  target: string,
  built: string,
  { log, signal }: Reporting,
): Promise<string | undefined> {
  const go = onPath('go')
  if (!go) return undefined
  mkdirSync(path.dirname(built), { recursive: true })
  const dir = mkdtempSync(`${built}.`)
  const env = { ...process.env, GOBIN: dir, GOFLAGS: '' }
  // A large program compiles for minutes, and others use the machine meanwhile.
  const command = [...(onPath('nice') ? ['nice'] : []), go, 'install', target] as const
  try {
    using _ = reportProgress('go install', undefined, log)
    await promisify(execFile)(command[0], command.slice(1), { env, ...(signal && { signal }) })
    renameSync(path.join(dir, path.basename(target.split('@')[0]!)), built)
  } catch (error) {
    signal?.throwIfAborted()
    log?.(`go install failed: ${lastLine(error)}`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return executable(built)
}
