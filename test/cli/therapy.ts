import { execFile } from 'node:child_process'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command line as bin/therapy does, with this environment and no other. */
export const therapy = (
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, 'cli/main.ts'), ...args],
      { env: { PATH: process.env['PATH'], ...env }, cwd: ROOT, maxBuffer: 64 * 1_024 * 1_024 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      },
    )
  })
