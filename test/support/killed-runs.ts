import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { RunFile } from '../../dev/run-file.ts'

/** A killed run leaves servers and a folder with this prefix; its run file names the processes. */
export async function sweepKilledRuns(prefix: string): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((it) => it.startsWith(prefix))) {
    const dir = path.join(tmpdir(), name)
    if (!(await RunFile.stopIfAbandoned(dir, console.error))) continue
    rmSync(dir, { recursive: true, force: true })
  }
}
