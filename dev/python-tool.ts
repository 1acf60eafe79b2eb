/** Programs from PyPI for tests and drills, each in a virtual environment outside the source tree. */
import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { messageOf } from './errors.ts'
import { withLock } from './lock.ts'
import { cacheDir } from './paths.ts'
import { onPath } from './on-path.ts'

const run = promisify(execFile)
const INSTALL_TIMEOUT_MS = 300_000

export interface PythonTool {
  /** A requirement for pip: `schemathesis==4.32.5`. */
  requirement: string
  /** The name of the installed program. */
  program: string
}

/** The program's path, installed once. Undefined if Python 3 or PyPI is missing, which it reports with `say`. */
export async function pythonTool(
  { requirement, program }: PythonTool,
  say: (line: string) => void,
): Promise<string | undefined> {
  const python = onPath('python3')
  if (!python) {
    say(`${requirement} is not available: Python 3 is missing`)
    return undefined
  }
  const dir = cacheDir('python', requirement.replaceAll(/[^\w.]+/g, '-'))
  const installed = path.join(dir, 'bin', program)
  return withLock(cacheDir('locks', `python-${program}`), async () => {
    if (existsSync(installed)) return installed
    say(`installing ${requirement} (once)`)
    try {
      await run(python, ['-m', 'venv', '--clear', dir])
      const pip = ['install', '--quiet', '--disable-pip-version-check', requirement]
      await run(path.join(dir, 'bin', 'pip'), pip, { timeout: INSTALL_TIMEOUT_MS })
      return installed
    } catch (error) {
      rmSync(dir, { recursive: true, force: true })
      say(`${requirement} cannot be installed: ${messageOf(error).split('\n')[0]}`)
      return undefined
    }
  })
}
