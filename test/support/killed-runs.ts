import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { RunFile } from '../../dev/run-file.ts'
import { IN_MEMORY } from './databases-folder.ts'

/** A killed run leaves servers and a folder with this prefix; its run file names the processes. */
export async function sweepKilledRuns(prefix: string): Promise<void> {
  // Also if there is no room in memory now: what a killed run left there takes it.
  const folders = [tmpdir(), IN_MEMORY]
    .filter((it) => existsSync(it))
    .flatMap((parent) =>
      readdirSync(parent)
        .filter((it) => it.startsWith(prefix))
        .map((name) => path.join(parent, name)),
    )
  for (const dir of folders) {
    if (!(await RunFile.stopIfAbandoned(dir, console.error))) continue
    rmSync(dir, { recursive: true, force: true })
  }
}
