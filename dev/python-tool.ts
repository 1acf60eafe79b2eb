/** Programs from PyPI for tests and drills, each in a virtual environment outside of the tree. */
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
  /** As pip names it: `schemathesis==4.32.5`. */
  requirement: string
  /** Name of the program that it installs. */
  program: string
}

/** Path of the program, installed once; undefined where Python 3 or PyPI is missing, which `say` is told. */
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
